import type { CancelReason, TestError, TestReport } from '@atrium/contract/test-runs'
import { MAX_OPEN_TEST_RUNS } from '@atrium/contract/test-runs'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type TestRunRow, testExecutions } from '../tables.ts'

/** How long a worker that was not heard of still has its run. */
export const LEASE_SECONDS = 60
/** How often a run may lose its worker before it has failed. */
export const MOST_TRIES = 2

const COLUMNS = sql.raw(testExecutions.columns())
const IS_OPEN = sql<boolean>`status in ('queued', 'running')`
const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000)

/** The worker that holds a run: nobody else may write it. */
export interface Holder {
  id: string
  worker: string
}
export const isHeldBy = ({ id, worker }: Holder) =>
  sql<boolean>`id = ${id} and worker = ${worker} and status = 'running'`

export type EndedStatus = Exclude<TestRunRow['status'], 'queued' | 'running'>

export interface Ending {
  status: EndedStatus
  error: TestError | null
  cancel_reason: CancelReason | null
  report: TestReport
}

/** What is known of an app when a run is asked for. */
export interface RunApp {
  workspace_id: string
  /** The person who made the test while they are a member, else the owner of the app. */
  payer_id: string
  has_flow: boolean
  has_room: boolean
}

export const testRunStore = (db: Db) => ({
  async find(appId: string, id: string): Promise<TestRunRow | undefined> {
    const { rows } = await sql<TestRunRow>`
      select ${COLUMNS} from test_executions where id = ${id} and app_id = ${appId}`.execute(db)
    return rows[0]
  },
  /**
   * The app of a run that is asked for; undefined when it is gone. Until the transaction ends, the test is not deleted and
   * no other run of the app is asked for.
   */
  async lockForRun(appId: string, flowId: string, creatorId: string | null): Promise<RunApp | undefined> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`test runs ${appId}`}, 0))`.execute(db)
    await sql`select 1 from test_flows where id = ${flowId} for key share`.execute(db)
    const { rows } = await sql<RunApp>`
      select a.workspace_id,
             coalesce((select m.user_id from members m
                        where m.workspace_id = a.workspace_id and m.user_id = ${creatorId}), a.owner_id) as payer_id,
             exists (select 1 from test_flows f where f.id = ${flowId} and f.app_id = a.id) as has_flow,
             (select count(*) from test_executions e where e.app_id = a.id and e.${IS_OPEN}) < ${MAX_OPEN_TEST_RUNS}
               as has_room
        from apps a where a.id = ${appId} and a.deleted_at is null`.execute(db)
    return rows[0]
  },
  /** False when the test has a run that waits or runs. */
  async insert(run: TestRunRow): Promise<boolean> {
    return (await testExecutions.insertNew(db, [run])).length > 0
  },
  async isOpen(id: string): Promise<boolean> {
    const { rows } = await sql`select 1 from test_executions where id = ${id} and ${IS_OPEN}`.execute(db)
    return rows.length > 0
  },
  /** The id of what waits or runs of a test: one at most. */
  async findOpenOfFlow(flowId: string): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from test_executions where flow_id = ${flowId} and ${IS_OPEN}`.execute(db)
    return rows[0]?.id
  },
  async listOpenOfApp(appId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from test_executions where app_id = ${appId} and ${IS_OPEN}`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** As it is now, locked until the end of the transaction; undefined when it has ended or is gone. */
  async lockOpen(id: string): Promise<TestRunRow | undefined> {
    const { rows } = await sql<TestRunRow>`
      select ${COLUMNS} from test_executions where id = ${id} and ${IS_OPEN} for update`.execute(db)
    return rows[0]
  },
  async requestCancel(id: string, reason: CancelReason, now: Date): Promise<void> {
    await sql`
      update test_executions
         set cancel_requested_at = coalesce(cancel_requested_at, ${now}),
             cancel_reason = coalesce(cancel_reason, ${reason})
       where id = ${id} and ${IS_OPEN}`.execute(db)
  },
  /** Takes the run that waits the longest, or whose worker was lost; undefined when there is none. */
  async claimOldest(worker: string, now: Date): Promise<TestRunRow | undefined> {
    const { rows } = await sql<TestRunRow>`
      update test_executions
         set status = 'running', worker = ${worker}, leased_until = ${leaseFrom(now)}, tries = tries + 1,
             started_at = ${now}
       where id = (select e.id from test_executions e join apps a on a.id = e.app_id and a.deleted_at is null
                    where e.${IS_OPEN} and (e.leased_until is null or e.leased_until < ${now})
                      and e.tries < ${MOST_TRIES} and e.cancel_requested_at is null
                    order by e.created_date, e.id limit 1 for update of e skip locked)
      returning ${COLUMNS}`.execute(db)
    return rows[0]
  },
  /** Undefined when somebody else has the run, or it has ended. */
  async extend(holder: Holder, now: Date): Promise<{ cancel_requested_at: Date | null } | undefined> {
    const { rows } = await sql<{ cancel_requested_at: Date | null }>`
      update test_executions set leased_until = ${leaseFrom(now)}
       where ${isHeldBy(holder)} returning cancel_requested_at`.execute(db)
    return rows[0]
  },
  /** What is found out at the beginning. */
  async save(
    run: Holder & Pick<TestRunRow, 'start_url' | 'app_revision' | 'test_user_id'>,
  ): Promise<boolean> {
    const { start_url, app_revision, test_user_id } = run
    const { rows } = await sql`
      update test_executions
         set start_url = ${start_url}, app_revision = ${app_revision}, test_user_id = ${test_user_id}
       where ${isHeldBy(run)} returning 1`.execute(db)
    return rows.length > 0
  },
  async clearTestUser(id: string, userId: string): Promise<void> {
    await sql`
      update test_executions set test_user_id = null where id = ${id} and test_user_id = ${userId}`.execute(
      db,
    )
  },
  /** It waits again, and this try does not count. */
  async release(holder: Holder): Promise<boolean> {
    const { rows } = await sql`
      update test_executions
         set status = 'queued', worker = null, leased_until = null, started_at = null, tries = tries - 1
       where ${isHeldBy(holder)} returning 1`.execute(db)
    return rows.length > 0
  },
  /** Under `lockOpen`. */
  async end(id: string, { status, error, cancel_reason, report }: Ending, now: Date): Promise<void> {
    await sql`
      update test_executions
         set status = ${status}, error = ${error && JSON.stringify(error)}::jsonb, cancel_reason = ${cancel_reason},
             report = ${JSON.stringify(report)}::json, worker = null, leased_until = null, completed_at = ${now}
       where id = ${id}`.execute(db)
  },
  /** The ids of those that nobody works at although they should be: the worker was lost, or the job was. */
  async listUnheld(now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select e.id from test_executions e join apps a on a.id = e.app_id and a.deleted_at is null
       where e.${IS_OPEN} and (e.leased_until is null or e.leased_until < ${now})
       order by e.created_date, e.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** Ended runs whose user of the app is still there. */
  async listLeftUsers(limit: number): Promise<Pick<TestRunRow, 'id' | 'app_id' | 'test_user_id'>[]> {
    const { rows } = await sql<Pick<TestRunRow, 'id' | 'app_id' | 'test_user_id'>>`
      select id, app_id, test_user_id from test_executions
       where test_user_id is not null and completed_at is not null limit ${limit}`.execute(db)
    return rows
  },
  /** What workers hold that are gone; only where nobody else can live. */
  async releaseAll(): Promise<void> {
    await sql`update test_executions set leased_until = null where status = 'running'`.execute(db)
  },
})
