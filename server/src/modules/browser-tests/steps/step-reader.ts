import type { FlowStep, SentStep } from '@atrium/contract/flow-steps'
import type {
  PageActionName,
  PageExpectation,
  PageSnapshot,
  PageTarget,
} from '../../../ports/browser/port.ts'
import type { ModelUser } from '../../../ports/language-model/port.ts'

/** Understands what steps in words mean on the page as it is: by a model, or by rules where there is none. */
export interface StepReader {
  readonly resolvedBy: 'rules' | 'model'
  /** The steps that a goal in words asks for. Empty when it says nothing that can be done. */
  plan(request: PlanRequest): Promise<SentStep[]>
  /** Throws `ModelUnavailable`. */
  read(request: ReadRequest): Promise<StepChoice>
}

export interface PlanRequest {
  goal: string
  usedBy: ModelUser
  secrets: readonly string[]
  signal: AbortSignal
  /** Is called before every call of a model. */
  onModelCall?: () => void
}

export interface ReadRequest extends PlanRequest {
  /** Values stand in its instruction, except for secrets: those stay `{{secrets.NAME}}`, also in what is chosen. */
  step: FlowStep
  snapshot: PageSnapshot
  /** The instruction as a person wrote it, and the values of its variables, which pages may have written. */
  written?: { instruction: string; values: Readonly<Record<string, string>> }
}

/**
 * What to do; `ref` names an element of the snapshot. It may be of another kind than the step: going to "the inbox" is a
 * click where the page has a link to it, and waiting until something is gone expects that it is hidden.
 */
export type StepChoice =
  | { kind: 'navigate'; path: string }
  | { kind: 'act'; action: PageActionName; ref: string | null; value: string | null }
  | {
      kind: 'assert'
      expect: PageExpectation['expect']
      /** With `count` all elements of its role are counted. */
      ref: string | null
      /** What is looked for where no element stands for it, and what is expected of the one that does. */
      value: string | null
      count: number | null
      /** Where there is no `ref`: names what is meant more closely than the text `value` does, and what is counted. */
      target?: PageTarget
    }
  /** `as`: the name that the instruction gives it. */
  | { kind: 'extract'; ref: string; as?: string }
  | {
      kind: 'wait'
      milliseconds: number | null
      ref: string | null
      text: string | null
      target?: PageTarget
    }
  | {
      kind: 'not_understood'
      reason: string
      /** The words are clear, but the page has nothing that they fit. */
      is_missing?: boolean
    }
