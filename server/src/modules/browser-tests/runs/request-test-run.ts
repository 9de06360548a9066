import type { TestTrigger } from '@atrium/contract/test-runs'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import type { FlowRow, TestRunRow } from '../tables.ts'
import { carryOutTestRun } from './carry-out-test-run.ts'
import { startAddress } from './start-address.ts'
import { creditUseOf } from './test-run-credits.ts'
import { testRunStore } from './test-run-store.ts'

/** Longer than a run may wait and run, however often. */
const HOLD_MS = 3 * 60 * 60 * 1000

export interface TestRunRequest {
  trigger: TestTrigger
  /** The email of the person. */
  started_by: string | null
  /** Null: the person who made the test, else the owner of the app. */
  paid_by_id: string | null
  /** In place of that of the test; null: that of the test, else the site of the app. */
  start_url: string | null
}

/** A run waits to be carried out. Refuses with `flow_running`, `no_start_address`, `test_queue_full` and 402. */
export async function requestTestRun(
  { clock, jobs, credits, testedApps }: Pick<Deps, 'clock' | 'jobs' | 'credits' | 'testedApps'>,
  tx: Db,
  flow: FlowRow,
  request: TestRunRequest,
): Promise<TestRunRow> {
  const store = testRunStore(tx)
  const app = await store.lockForRun(flow.app_id, flow.id, flow.created_by_id)
  if (!app) throw refuse('app_not_found')
  if (!app.has_flow) throw refuse('flow_not_found')
  const site = await testedApps.siteUrl(flow.app_id, tx)
  const start_url = startAddress(request.start_url ?? flow.start_url, site)
  if (start_url === null) throw refuse('no_start_address')
  const now = clock.now()
  const run = runOf(flow, {
    ...request,
    start_url,
    paid_by_id: request.paid_by_id ?? app.payer_id,
    now,
  })
  if (await store.findOpenOfFlow(flow.id)) throw refuse('flow_running')
  if (!app.has_room) throw refuse('test_queue_full')
  if (!(await store.insert(run))) throw refuse('flow_running')
  await jobs.send(tx, carryOutTestRun, { execution_id: run.id })
  await credits.hold(tx, creditUseOf(run, app.workspace_id), new Date(now.getTime() + HOLD_MS))
  return run
}

function runOf(flow: FlowRow, request: TestRunRequest & { now: Date }): TestRunRow {
  const { goal, role, steps, allowed_hosts, timeout_seconds } = flow
  const { trigger, started_by, paid_by_id, start_url, now } = request
  return {
    id: makeId('exe', now),
    app_id: flow.app_id,
    flow_id: flow.id,
    flow_name: flow.name,
    flow: { goal, role, steps, allowed_hosts, timeout_seconds },
    status: 'queued',
    trigger,
    started_by,
    paid_by_id,
    start_url,
    app_revision: null,
    error: null,
    cancel_reason: null,
    cancel_requested_at: null,
    worker: null,
    leased_until: null,
    tries: 0,
    test_user_id: null,
    report: null,
    created_date: now,
    started_at: null,
    completed_at: null,
  }
}
