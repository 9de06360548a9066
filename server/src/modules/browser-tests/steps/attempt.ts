/** One step while it is carried out: its time, its values, and what is known of it so far. */
import type { FlowStep } from '@atrium/contract/flow-steps'
import { maskSecrets } from './mask-secrets.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { type FillOptions, isSecretVariable, variablesIn } from './variables.ts'

export interface Attempt {
  readonly context: StepContext
  readonly step: FlowStep
  readonly time: StepTime
  /** For texts that follow from the instruction: what pages wrote is not filled in. */
  readonly fill: FillOptions
  readonly mask: (text: string) => string
  /** Holds for steps that fail, too. */
  readonly known: Pick<StepOutcome, 'resolved_by' | 'performed' | 'model_calls'>
}

export function createAttempt(context: StepContext, step: FlowStep): Attempt {
  const { values, secrets } = context
  const names = variablesIn(step.instruction).filter((name) => !isNewName(step, name, values))
  const target = Object.values(step.params?.target ?? {}).filter((text) => typeof text === 'string')
  const used = [...names, ...variablesIn(step.params?.value, step.params?.path, ...target)]
    .filter(isSecretVariable)
    .flatMap((name) => values.get(name) ?? [])
  return {
    context,
    step,
    time: createStepTime(step.timeout_ms),
    fill: { values, only: new Set(names) },
    mask: maskSecrets(secrets, used),
    known: { resolved_by: null, performed: null, model_calls: 0 },
  }
}

/** `as {{order}}`: a step that reads something may name it so. */
function isNewName({ kind }: FlowStep, name: string, values: ReadonlyMap<string, string>): boolean {
  return kind === 'extract' && !name.includes('.') && !values.has(name)
}

export interface StepTime {
  elapsedMs(): number
  isOver(): boolean
  /** What the browser may take; never nothing, since a look at the page may have used up the rest. */
  leftMs(): number
  /** Does not count: how long somebody thinks says nothing about the page. */
  notCounting<T>(work: Promise<T>): Promise<T>
}

const LEAST_MS = 100

function createStepTime(timeoutMs: number): StepTime {
  let start = performance.now()
  const elapsedMs = () => performance.now() - start
  return {
    elapsedMs,
    isOver: () => elapsedMs() >= timeoutMs,
    leftMs: () => Math.max(LEAST_MS, Math.ceil(timeoutMs - elapsedMs())),
    async notCounting(work) {
      const before = performance.now()
      try {
        return await work
      } finally {
        start += performance.now() - before
      }
    },
  }
}
