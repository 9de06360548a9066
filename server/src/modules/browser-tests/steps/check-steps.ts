import { DEFAULT_STEP_MS, type FlowStep, type SentStep, type StepParams } from '@atrium/contract/flow-steps'
import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import { kindOf } from './plain-english/step-kind.ts'
import { type Fault, faultsOfParams, kindOfParams } from './step-rules.ts'
import { isVariableName, variablesIn } from './variables.ts'

/** Steps as they are stored: ids, kinds and time limits filled in. Refused with the place where they contradict themselves. */
export function checkSteps(sent: readonly SentStep[], loc: readonly (string | number)[]): FlowStep[] {
  const ids = idsOf(sent)
  const steps = sent.map((step, at) => completed(step, ids[at] ?? ''))
  const faults = [
    ...repeatedIds(sent),
    ...steps.flatMap(({ kind, params }, at) =>
      params === null ? [] : within([at, 'params'], faultsOfParams(kind, params)),
    ),
    ...variableFaults(steps),
  ]
  if (faults.length > 0)
    throw refuse('validation_error', { detail: faults.map((fault) => rowOf(loc, fault)) })
  return steps
}

function completed({ kind, instruction, params = null, timeout_ms }: SentStep, id: string): FlowStep {
  const usual = Math.max(DEFAULT_STEP_MS, params?.milliseconds ?? 0)
  return {
    id,
    kind: kind ?? (params && kindOfParams(params)) ?? kindOf(instruction),
    instruction,
    params,
    timeout_ms: timeout_ms ?? usual,
  }
}

/** `s1`, `s2` by the place, unless another step has that id. */
function idsOf(sent: readonly SentStep[]): string[] {
  const taken = new Set(sent.flatMap(({ id }) => id ?? []))
  return sent.map(({ id }, at) => {
    if (id !== undefined) return id
    let number = at + 1
    while (taken.has(`s${number}`)) number++
    taken.add(`s${number}`)
    return `s${number}`
  })
}

function repeatedIds(sent: readonly SentStep[]): Fault[] {
  const seen = new Set<string>()
  return sent.flatMap(({ id }, at): Fault[] => {
    if (id === undefined) return []
    const isRepeated = seen.has(id)
    seen.add(id)
    const message = `Value error, another step has the id "${id}"`
    return isRepeated ? [{ place: [at, 'id'], type: 'value_error', message }] : []
  })
}

/** Braces around what is no variable, or around what no step before has read. Steps in words may name what they read. */
function variableFaults(steps: readonly FlowStep[]): Fault[] {
  const known = new Set<string>()
  let isAnyKnown = false
  return steps.flatMap(({ kind, instruction, params }, at) => {
    isAnyKnown ||= kind === 'extract' && params?.as === undefined
    const faults = textsOf(instruction, params).flatMap(({ place, text }) =>
      variablesIn(text).flatMap((name): Fault[] => {
        const message = problemOf(name, isAnyKnown || known.has(name))
        return message === null ? [] : [{ place: [at, ...place], type: 'value_error', message }]
      }),
    )
    if (params?.as !== undefined) known.add(params.as)
    return faults
  })
}

function problemOf(name: string, isKnown: boolean): string | null {
  const shown = `{{${name.slice(0, 80)}}}`
  if (!isVariableName(name))
    return `Value error, ${shown} is no variable: there are test_user.email, test_user.password, secrets.NAME and what a step before has read`
  if (name.includes('.') || isKnown) return null
  return `Value error, no step before this one reads ${shown}: add one of the kind extract with "as"`
}

/** Every text of a step in which variables may stand. */
function textsOf(instruction: string, params: StepParams | null): { place: string[]; text: string }[] {
  const { path, value, target = {} } = params ?? {}
  const entries: [string[], unknown][] = [
    [['instruction'], instruction],
    [['params', 'path'], path],
    [['params', 'value'], value],
    ...Object.entries(target).map(([name, text]): [string[], unknown] => [['params', 'target', name], text]),
  ]
  return entries.flatMap(([place, text]) => (typeof text === 'string' ? [{ place, text }] : []))
}

function within(place: Fault['place'], faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, place: [...place, ...fault.place] }))
}

function rowOf(loc: readonly (string | number)[], { place, type, message }: Fault): ValidationRow {
  return { loc: [...loc, ...place], type, msg: message }
}
