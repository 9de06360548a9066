/** What is known of a failure, distilled: numbered, without secrets, and short enough for any model. */
import { redact } from '../../../platform/text/redact.ts'
import { shorten } from '../../../platform/text/shorten.ts'
import type { FailureFacts, StepBrief } from './failure-facts.ts'
import { findTask } from './find-task.ts'
import { isAlike } from './judge-history.ts'
import { changedTasks, type TaskChange, withoutTasks } from './task-changes.ts'

export interface Evidence {
  /** `E1`, `E2` …, by which an explanation refers to it. */
  id: string
  kind: EvidenceKind
  /** What it is, in a few words. */
  title: string
  text: string
}

export type EvidenceKind = 'error' | 'task' | 'input' | 'path' | 'upstream' | 'history' | 'changes'

/** In characters; together about 6,000 tokens. */
const LONGEST: Record<EvidenceKind, number> = {
  error: 2_000,
  task: 4_000,
  input: 4_000,
  path: 3_000,
  upstream: 3_000,
  history: 1_500,
  changes: 5_000,
}
/** Of what a server answered, the beginning says what is wrong. */
const BODY_START = 512
const CHANGED_START = 700
const MOST_CHANGES = 10

export function collectEvidence(facts: FailureFacts): Evidence[] {
  const found: [EvidenceKind, string, string | null][] = [
    ['error', 'The error', describeError(facts)],
    ['task', 'The task that failed, as it is defined', describeTask(facts)],
    ['input', 'What the task was given', facts.failing && asText(facts.failing.input, facts)],
    ['path', 'The steps up to the failure', describePath(facts)],
    ['upstream', titleOfUpstream(facts), facts.upstream && asText(facts.upstream.output, facts)],
    ['history', 'The runs before this one', describeHistory(facts)],
    ['changes', 'What changed since the last run that succeeded', describeChanges(facts)],
  ]
  return found
    .flatMap(([kind, title, text]) =>
      text === null ? [] : [{ kind, title, text: shorten(text, LONGEST[kind]) }],
    )
    .map((item, at) => ({ id: `E${at + 1}`, ...item }))
}

/** What is different since the last success; null when there was none, or its version is no longer kept. */
export function changesSinceSuccess({ run, definition, last_success }: FailureFacts): TaskChange[] | null {
  if (!definition || !last_success?.definition) return null
  return last_success.version === run.version ? [] : changedTasks(last_success.definition, definition)
}

function describeError(facts: FailureFacts): string {
  const { workflow_name, run, failing } = facts
  const { error } = run
  const status = failing?.error?.status ?? null
  const lines = [
    `code: ${error?.code ?? 'unknown'}`,
    `message: ${redact(error?.message ?? failing?.error?.message ?? 'none', facts.secrets)}`,
    status === null ? null : `HTTP status: ${status}`,
    failing
      ? `step: ${failing.id} (${failing.type}), attempt ${failing.attempt}`
      : 'step: none, the run as a whole',
    failing && failing.output !== null
      ? `answer: ${shorten(asText(failing.output, facts), BODY_START)}`
      : null,
    `workflow: ${workflow_name}, started by: ${run.trigger_type}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}

function describeTask(facts: FailureFacts): string | null {
  const { definition, failing } = facts
  const task = definition && failing && findTask(definition, failing)
  return task ? `${task.path}: ${asText(withoutTasks(task.task), facts)}` : null
}

function describePath({ path, steps_before, secrets }: FailureFacts): string | null {
  if (path.length === 0) return null
  const left = steps_before > 0 ? [`(${steps_before} earlier steps are left out)`] : []
  return [...left, ...path.map((step) => describeStep(step, secrets))].join('\n')
}

function describeStep(step: StepBrief, secrets: readonly string[]): string {
  const { id, type, status, attempt, error, started_at, completed_at } = step
  const took = completed_at ? `${completed_at.getTime() - started_at.getTime()} ms` : 'no end'
  const why = error ? `: ${error.code} ${shorten(redact(error.message, secrets), 200)}` : ''
  return `${id} (${type}) ${status}, attempt ${attempt}, ${took}${why}`
}

function titleOfUpstream({ upstream }: FailureFacts): string {
  return `What the step before it gave${upstream ? `, ${upstream.id}` : ''}`
}

function describeHistory({ run, earlier }: FailureFacts): string | null {
  if (earlier.length === 0) return null
  return earlier
    .map((before) => {
      const when = before.completed_at?.toISOString() ?? 'not ended'
      if (before.status !== 'failed') return `${when}: ${before.status}, version ${before.version}`
      const how = isAlike(before, run)
        ? 'the same error'
        : `another error (${before.error?.code ?? 'unknown'})`
      return `${when}: failed with ${how}, version ${before.version}`
    })
    .join('\n')
}

function describeChanges(facts: FailureFacts): string | null {
  const changes = changesSinceSuccess(facts)
  if (changes === null) return null
  const { run, last_success } = facts
  const when = `The last run that succeeded had version ${last_success?.version}, this one has version ${run.version}.`
  if (changes.length === 0) return `${when} The definition is the same.`
  const shown = changes.slice(0, MOST_CHANGES).map(({ path, kind, before, after }) => {
    const was = before === undefined ? '' : `\n  before: ${shorten(asText(before, facts), CHANGED_START)}`
    const is = after === undefined ? '' : `\n  after: ${shorten(asText(after, facts), CHANGED_START)}`
    return `${path} was ${kind}${was}${is}`
  })
  const more = changes.length > MOST_CHANGES ? [`and ${changes.length - MOST_CHANGES} more`] : []
  return [when, ...shown, ...more].join('\n')
}

function asText(value: unknown, { secrets }: FailureFacts): string {
  return JSON.stringify(redact(value, secrets)) ?? 'nothing'
}
