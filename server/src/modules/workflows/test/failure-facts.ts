/** What is known of a failed run, for tests of what is made of it. */
import type { EarlierRun, FailureFacts } from '../analysis/failure-facts.ts'
import type { StepRow } from '../tables.ts'
import { SHOP_DEFINITION } from './workflow-rows.ts'

const START = new Date('2026-11-16T09:30:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)

export const HTTP_500 = { message: 'The server answered 500', code: 'http_status', step_id: 'send' }

export function failingStep(changes: Partial<StepRow> = {}): StepRow {
  return {
    run_id: 'run_9',
    app_id: 'app_1',
    id: 'send',
    name: 'send',
    type: 'http',
    attempt: 1,
    seq: 1,
    status: 'failed',
    input: { method: 'post', endpoint: 'https://shop.example.com/orders' },
    output: null,
    context: null,
    error: { message: 'The server answered 500', code: 'http_status', status: 500 },
    next: null,
    due_at: null,
    listens_to: null,
    started_at: after(100),
    completed_at: after(340),
    ...changes,
  }
}

const LOADED = {
  ...failingStep({
    id: 'load',
    name: 'load',
    type: 'entities.query',
    seq: 0,
    status: 'completed',
    error: null,
  }),
  started_at: after(0),
  completed_at: after(40),
}

export function failureFacts(changes: Partial<FailureFacts> = {}): FailureFacts {
  const failing = changes.failing === undefined ? failingStep() : changes.failing
  return {
    workflow_name: 'Send orders',
    secrets: [],
    run: {
      id: 'run_9',
      version: 2,
      trigger_type: 'manual',
      error: HTTP_500,
      started_at: START,
      completed_at: after(400),
    },
    definition: SHOP_DEFINITION,
    path: failing ? [LOADED, failing] : [LOADED],
    steps_before: 0,
    upstream: { id: 'load', name: 'load', type: 'entities.query', output: [{ id: 'rec_1', total: 12 }] },
    earlier: [],
    last_success: null,
    ...changes,
    failing,
  }
}

/** Newest first, written as `ok`, `same` or `other` with the version after a colon, 2 unless it is there. */
export function earlierRuns(...written: readonly string[]): EarlierRun[] {
  return written.map((text, at) => {
    const [how = '', version = '2'] = text.split(':')
    const error = { same: HTTP_500, other: { ...HTTP_500, code: 'timeout' } }[how] ?? null
    const status = how === 'ok' ? 'completed' : how === 'cancelled' ? 'cancelled' : 'failed'
    return { id: `run_${8 - at}`, version: Number(version), status, error, completed_at: after(-at * 60_000) }
  })
}
