/** A test being written: what its form holds, and what is sent of it. */
import { ApiError, DEFAULT_RUN_SECONDS, type Flow, type FlowStep, type Recording } from '@atrium/sdk'
import type { Json } from '../../entity-schema.ts'
import { type StandingFault, standing, stillStanding } from '../../form/standing-faults.ts'
import { withoutBlanks } from './exact-params.ts'

type SentStep = Recording['steps'][number]

/** A step in the editor; `key` stays the same while it is moved about. */
export interface StepDraft extends SentStep {
  key: string
  /** As it was saved: while it stands, its kind does too. */
  saved?: FlowStep
}

export interface FlowDraft {
  /** When the test was saved as it is here; null for one that never was. */
  updated_date: string | null
  name: string
  goal: string
  steps: readonly StepDraft[]
  role: string
  start_url: string
  allowed_hosts: readonly string[]
  schedule: Flow['schedule']
  on_publish: boolean
  timeout_seconds: number
}

export const EMPTY_FLOW: FlowDraft = {
  updated_date: null,
  name: '',
  goal: '',
  steps: [],
  role: '',
  start_url: '',
  allowed_hosts: [],
  schedule: null,
  on_publish: false,
  timeout_seconds: DEFAULT_RUN_SECONDS,
}

let lastKey = 0
export const stepDraft = (step: SentStep): StepDraft => ({ ...step, key: `step_${++lastKey}` })

export function draftOf(flow: Flow): FlowDraft {
  const { name, goal, role, start_url, allowed_hosts, schedule, on_publish, timeout_seconds } = flow
  return {
    updated_date: flow.updated_date,
    name,
    goal,
    steps: flow.steps.map((saved) => ({ ...saved, key: saved.id, saved })),
    role: role ?? '',
    start_url: start_url ?? '',
    allowed_hosts,
    schedule,
    on_publish,
    timeout_seconds,
  }
}

export function recordedDraft({ steps, start_url }: Recording): FlowDraft {
  return { ...EMPTY_FLOW, steps: steps.map(stepDraft), start_url: start_url ?? '' }
}

/** All of it, as it is sent. Steps without words are not meant to be any. */
export function bodyOf(draft: FlowDraft) {
  const { name, goal, steps, role, start_url, allowed_hosts, schedule, on_publish, timeout_seconds } = draft
  return {
    name: name.trim(),
    goal: goal.trim(),
    steps: steps.filter(isMeant).map(sentStep),
    role: role.trim() || null,
    start_url: start_url.trim() || null,
    allowed_hosts: [...allowed_hosts],
    schedule,
    on_publish,
    timeout_seconds,
  }
}

export type FlowBody = ReturnType<typeof bodyOf>

/** Only what differs is sent, so that two people who change different parts do not undo each other. */
export function changesOf(draft: FlowDraft, base: FlowDraft): Partial<FlowBody> {
  const [now, before] = [bodyOf(draft), bodyOf(base)]
  const names = Object.keys(now) as (keyof FlowBody)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, now[name]]),
  )
}

/** What others saved, with what was changed here since the base. */
export function withChanges(saved: FlowDraft, mine: FlowDraft, base: FlowDraft): FlowDraft {
  const names = Object.keys(changesOf(mine, base)) as (keyof FlowBody)[]
  return { ...saved, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
}

export const isSameDraft = (a: FlowDraft, b: FlowDraft) =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b))

/** The steps in another order: the one at `from` goes one up or down. */
export function moved(steps: readonly StepDraft[], from: number, by: 1 | -1): readonly StepDraft[] {
  const step = steps[from]
  const to = from + by
  if (!step || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** What the server found wrong, at its place in what was sent. */
export function refusedAt(error: unknown, draft: FlowDraft): StandingFault[] {
  if (!(error instanceof ApiError)) return []
  const faults = error.fields.map(({ loc, msg }) => ({ place: loc.slice(1), message: msg }))
  return standing(faults, asJson(draft))
}

/** Those whose place was not changed since. */
export function stillRefused(faults: readonly StandingFault[], draft: FlowDraft): StandingFault[] {
  return stillStanding(faults, asJson(draft))
}

/** Of one step, by its key; those without words are not counted by the server. */
export function faultsOfStep(faults: readonly StandingFault[], draft: FlowDraft, key: string): string[] {
  const index = draft.steps.filter(isMeant).findIndex((step) => step.key === key)
  return faults.filter(({ place }) => place[0] === 'steps' && place[1] === index).map(saysWhere)
}

function saysWhere({ place, message }: StandingFault): string {
  const field = place.slice(2).filter((part) => part !== 'params')
  return field.length === 0 || field[0] === 'instruction' ? message : `${field.join(' ')}: ${message}`
}

const isMeant = ({ instruction, params }: StepDraft) => instruction.trim() !== '' || params != null

function sentStep({ id, kind, instruction, params, timeout_ms, saved }: StepDraft): SentStep {
  const words = instruction.trim()
  // Words have the kind that they were saved with; that of others the server finds out.
  const sentKind = params != null ? kind : saved?.instruction === words ? saved.kind : undefined
  return {
    ...(id !== undefined && { id }),
    ...(sentKind !== undefined && { kind: sentKind }),
    instruction: words,
    params: params ? withoutBlanks(params) : null,
    ...(timeout_ms !== undefined && { timeout_ms }),
  }
}

// What is sent is JSON.
const asJson = (draft: FlowDraft) => bodyOf(draft) as unknown as Json
