import { MAX_RUNNING_SESSIONS } from '@atrium/contract/coding-sessions'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { codingInputRequests, codingSessions, type InputRequestRow, type SessionRow } from '../../tables.ts'

/** How long a worker that was not heard of still has its session. */
export const LEASE_SECONDS = 60
/** How often a session may lose its worker without getting further, before it has failed (G579). */
export const MOST_TRIES = 5

const COLUMNS = sql.raw(codingSessions.columns('s'))
/** What somebody works at; a session that waits for a person is left alone. */
const IS_WORKED_AT = sql<boolean>`state in ('queued', 'running', 'opening_pull_request', 'cancelling')`
const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1_000)
const isUnheld = (now: Date) => sql<boolean>`(s.leased_until is null or s.leased_until < ${now})`

/** The worker that holds a session: nobody else may write it. */
export interface Holder {
  id: string
  worker: string
}
const isHeldBy = ({ id, worker }: Holder, now: Date) =>
  sql<boolean>`s.id = ${id} and s.worker = ${worker} and s.leased_until >= ${now} and s.${IS_WORKED_AT}`

export const heldSessionStore = (db: Db) => ({
  /**
   * Takes the session that waits the longest, or whose worker was lost, of an app that has fewer than it may have running;
   * undefined when there is none. In a transaction, so that two do not count at the same time. The time of a pass does not
   * go on while nobody has it.
   */
  async claimOldest(worker: string, now: Date): Promise<SessionRow | undefined> {
    await sql`select pg_advisory_xact_lock(hashtextextended('claims of coding sessions', 0))`.execute(db)
    const { rows } = await sql<SessionRow>`
      update coding_sessions s
         set worker = ${worker}, leased_until = ${leaseFrom(now)}, tries = tries + 1,
             pass_started_at = least(${now}::timestamptz, pass_started_at + greatest(interval '0', ${now}::timestamptz -
               coalesce(leased_until - make_interval(secs => ${LEASE_SECONDS}), updated_date)))
       where s.id = (
         select s.id from coding_sessions s join apps a on a.id = s.app_id and a.deleted_at is null
          where s.${IS_WORKED_AT} and ${isUnheld(now)} and s.tries < ${MOST_TRIES}
            and (s.state = 'cancelling' or ${MAX_RUNNING_SESSIONS} > (
              select count(*) from coding_sessions o
               where o.app_id = s.app_id and o.leased_until >= ${now} and o.${IS_WORKED_AT}))
          order by s.created_date, s.id limit 1 for update of s skip locked)
      returning ${COLUMNS}`.execute(db)
    return rows[0]
  },
  /** Undefined when somebody else has the session, or it has ended. */
  async extend(holder: Holder, now: Date): Promise<Pick<SessionRow, 'state'> | undefined> {
    const { rows } = await sql<Pick<SessionRow, 'state'>>`
      update coding_sessions s set leased_until = ${leaseFrom(now)}
       where ${isHeldBy(holder, now)} returning s.state`.execute(db)
    return rows[0]
  },
  /** As it is now, locked until the end of the transaction; undefined when the lease does not hold any more. */
  async lockHeld(holder: Holder, now: Date): Promise<SessionRow | undefined> {
    const { rows } = await sql<SessionRow>`
      select ${COLUMNS} from coding_sessions s where ${isHeldBy(holder, now)} for update`.execute(db)
    return rows[0]
  },
  /** The ids of those that nobody works at although somebody should: the worker was lost, or the job was. */
  async listUnheld(now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select s.id from coding_sessions s join apps a on a.id = s.app_id and a.deleted_at is null
       where s.${IS_WORKED_AT} and ${isUnheld(now)} order by s.created_date, s.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** The ids of those whose question was not answered in time. */
  async listUnanswered(now: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select s.id from coding_sessions s join coding_input_requests r on r.id = s.input_request_id
       where s.state = 'needs_input' and r.expires_at <= ${now}
       order by r.expires_at limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async insertInputRequest(request: InputRequestRow): Promise<void> {
    await codingInputRequests.insertNew(db, [request])
  },
  async isBranchBusy({ id, app_id }: SessionRow, branch: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from coding_sessions
       where app_id = ${app_id} and branch_name = ${branch} and id <> ${id}
         and state in ('running', 'opening_pull_request', 'needs_input', 'cancelling')`.execute(db)
    return rows.length > 0
  },
  /** Which of these still have their session. */
  async listHolders(workers: readonly string[], now: Date): Promise<string[]> {
    const { rows } = await sql<{ worker: string }>`
      select worker from coding_sessions
       where worker = any(${workers}) and leased_until >= ${now} and ${IS_WORKED_AT}`.execute(db)
    return rows.map(({ worker }) => worker)
  },
  /** What workers hold that are gone; only where nobody else can live. */
  async releaseAll(): Promise<void> {
    await sql`
      update coding_sessions set leased_until = null
       where leased_until is not null and ${IS_WORKED_AT}`.execute(db)
  },
})
