/** What a session did, put together from its events: a call with its outcome, a question with its answer. */
import type { CodingSession, CodingSessionEvent } from '@atrium/sdk'

export interface ToolCall {
  id: string
  tool: string
  input: Record<string, unknown>
  /** Null while it goes on. */
  outcome: { output: string; isError: boolean; duration_ms: number | null } | null
}

export interface ChangedFile {
  path: string
  status: string
  additions: number
  deletions: number
}

interface Shared {
  seq: number
  at: string
}

export type Step = Shared &
  (
    | { kind: 'message'; text: string; from: string | null }
    | { kind: 'turn'; text: string; calls: ToolCall[] }
    | { kind: 'question'; id: string; isApproval: boolean; prompt: string; answer: GivenAnswer | null }
    | { kind: 'commit'; commit: string; files: ChangedFile[] }
    | { kind: 'check'; name: string; command: string; status: string; output: string }
    | { kind: 'pull_request'; number: number }
    | { kind: 'state'; to: CodingSession['state'] }
  )

export interface GivenAnswer {
  text: string
  from: string | null
  approve: boolean | null
}

/** States that a person reads about; others follow from what is shown anyway. */
const SHOWN_STATES = ['opening_pull_request', 'cancelling', 'cancelled', 'failed', 'completed'] as const

export function stepsOf(events: readonly CodingSessionEvent[]): Step[] {
  const steps: Step[] = []
  const calls = new Map<string, ToolCall>()
  let asked: Extract<Step, { kind: 'question' }> | null = null
  for (const { seq, type, data, created_date: at } of events) {
    const text = textIn(data, 'text')
    const from = textIn(data, 'from') || null
    if (type === 'message') steps.push({ seq, at, kind: 'message', text, from })
    else if (type === 'turn') {
      const made = listIn(data, 'calls').map(callOf)
      for (const call of made) calls.set(call.id, call)
      steps.push({ seq, at, kind: 'turn', text, calls: made })
    } else if (type === 'tool_result') {
      const call = calls.get(textIn(data, 'call_id'))
      // A call that was made again after a crash shows its last outcome.
      if (call) call.outcome = outcomeOf(data)
    } else if (type === 'input_request') {
      const isApproval = textIn(data, 'kind') === 'approval'
      const prompt = textIn(data, 'prompt')
      asked = { seq, at, kind: 'question', id: textIn(data, 'id'), isApproval, prompt, answer: null }
      steps.push(asked)
    } else if (type === 'input') {
      const answer = { text: answerText(data), from, approve: approvalIn(data) }
      if (asked && asked.answer === null) asked.answer = answer
      else steps.push({ seq, at, kind: 'message', text: answer.text, from })
    } else if (type === 'commit') {
      steps.push({
        ...{ seq, at, kind: 'commit', commit: textIn(data, 'commit') },
        files: listIn(data, 'files').map(fileOf),
      })
    } else if (type === 'check') {
      const [name, command, status, output] = ['name', 'command', 'status', 'output'].map((field) =>
        textIn(data, field),
      )
      steps.push({
        ...{ seq, at, kind: 'check', name: name ?? '', command: command ?? '' },
        ...{ status: status ?? '', output: output ?? '' },
      })
    } else if (type === 'pull_request') {
      steps.push({ seq, at, kind: 'pull_request', number: numberIn(data, 'number') ?? 0 })
    } else if (type === 'state') {
      const to = SHOWN_STATES.find((known) => known === textIn(data, 'to'))
      if (to) steps.push({ seq, at, kind: 'state', to })
    }
  }
  return steps
}

/** Whether it ended once and went on since. */
export function isLaterRound(steps: readonly Step[]): boolean {
  const ended = steps.findIndex((step) => step.kind === 'state' && ENDS.has(step.to))
  return ended !== -1 && steps.findLastIndex(({ kind }) => kind === 'message') > ended
}

const ENDS = new Set<string>(['completed', 'failed', 'cancelled'])

/** What was chosen and written, one a line. */
function answerText(data: Record<string, unknown>): string {
  const chosen = listIn(data, 'answers').flatMap((answer) => [
    ...[textIn(answer, 'selected_label')],
    ...listOfTexts(answer.selected_labels),
    ...[textIn(answer, 'custom_text')],
  ])
  return [...chosen, textIn(data, 'text')].filter(Boolean).join('\n')
}

const approvalIn = ({ approve }: Record<string, unknown>) => (typeof approve === 'boolean' ? approve : null)

function callOf(call: Record<string, unknown>): ToolCall {
  return { id: textIn(call, 'id'), tool: textIn(call, 'tool'), input: recordOf(call.input), outcome: null }
}

function outcomeOf(data: Record<string, unknown>): ToolCall['outcome'] {
  return {
    output: textIn(data, 'output'),
    isError: data.is_error === true,
    duration_ms: numberIn(data, 'duration_ms'),
  }
}

function fileOf(file: Record<string, unknown>): ChangedFile {
  return {
    ...{ path: textIn(file, 'path'), status: textIn(file, 'status') },
    ...{ additions: numberIn(file, 'additions') ?? 0, deletions: numberIn(file, 'deletions') ?? 0 },
  }
}

export function textIn(data: Record<string, unknown>, field: string): string {
  const value = data[field]
  return typeof value === 'string' ? value : ''
}

export function numberIn(data: Record<string, unknown>, field: string): number | null {
  const value = data[field]
  return typeof value === 'number' ? value : null
}

function listIn(data: Record<string, unknown>, field: string): Record<string, unknown>[] {
  const value = data[field]
  return Array.isArray(value) ? value.map(recordOf) : []
}

const listOfTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
