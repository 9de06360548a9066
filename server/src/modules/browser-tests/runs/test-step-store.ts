import type { FlowStep } from '@atrium/contract/flow-steps'
import type { TestError } from '@atrium/contract/test-runs'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type TestRunStepRow, testRunSteps } from '../tables.ts'
import { type Holder, isHeldBy } from './test-run-store.ts'

/** What a step came to, as it is stored when it has ended. */
export type StepResult = Pick<
  TestRunStepRow,
  | 'status'
  | 'resolved_by'
  | 'performed'
  | 'healed'
  | 'extracted'
  | 'url'
  | 'error'
  | 'console_errors'
  | 'failed_requests'
  | 'screenshot_id'
  | 'snapshot_id'
>

const COLUMNS = sql.raw(testRunSteps.columns())
/** Nobody takes the run over between the look and the write. */
const held = (holder: Holder) =>
  sql`held as materialized (select id from test_executions where ${isHeldBy(holder)} for share)`
const asJson = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

export const testStepStore = (db: Db) => ({
  async list(executionId: string): Promise<TestRunStepRow[]> {
    const { rows } = await sql<TestRunStepRow>`
      select ${COLUMNS} from test_run_steps where execution_id = ${executionId} order by seq`.execute(db)
    return rows
  },
  /** In a transaction that holds the run: what an earlier try left is replaced. */
  async replace(executionId: string, steps: readonly FlowStep[]): Promise<void> {
    await sql`delete from test_run_steps where execution_id = ${executionId}`.execute(db)
    await testRunSteps.insertNew(
      db,
      steps.map(({ id, kind, instruction }, seq) => ({
        execution_id: executionId,
        seq,
        id,
        kind,
        instruction,
        status: 'waiting' as const,
        console_errors: [],
        failed_requests: [],
      })),
    )
  },
  async begin(holder: Holder, seq: number, now: Date): Promise<boolean> {
    const { rows } = await sql`
      with ${held(holder)}
      update test_run_steps s set status = 'running', started_at = ${now}
        from held where s.execution_id = held.id and s.seq = ${seq} returning 1`.execute(db)
    return rows.length > 0
  },
  async complete(holder: Holder, seq: number, result: StepResult, now: Date): Promise<boolean> {
    const { status, resolved_by, extracted, url, screenshot_id, snapshot_id } = result
    const { rows } = await sql`
      with ${held(holder)}
      update test_run_steps s
         set status = ${status}, resolved_by = ${resolved_by}, performed = ${asJson(result.performed)},
             healed = ${asJson(result.healed)}, extracted = ${extracted}, url = ${url},
             error = ${asJson(result.error)}, console_errors = ${asJson(result.console_errors)},
             failed_requests = ${asJson(result.failed_requests)}, screenshot_id = ${screenshot_id},
             snapshot_id = ${snapshot_id}, completed_at = ${now}
        from held where s.execution_id = held.id and s.seq = ${seq} returning 1`.execute(db)
    return rows.length > 0
  },
  /** What had not ended when the run did; `error` is what the step at hand failed by, where it was that. */
  async endOpen(executionId: string, error: TestError | null, now: Date): Promise<void> {
    await sql`
      update test_run_steps
         set status = case when status = 'running' and ${error !== null} then 'failed' else 'skipped' end,
             error = case when status = 'running' then ${asJson(error)} end,
             completed_at = case when status = 'running' then ${now}::timestamptz end
       where execution_id = ${executionId} and status in ('waiting', 'running')`.execute(db)
  },
})
