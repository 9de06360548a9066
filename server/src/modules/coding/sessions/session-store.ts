import { MAX_OPEN_SESSIONS, type SessionState } from '@atrium/contract/coding-sessions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { lockCoding } from '../repository/repository-store.ts'
import {
  codingInputRequests,
  codingSessionEvents,
  codingSessions,
  type InputRequestRow,
  type RepositoryRow,
  type SessionEventRow,
  type SessionRow,
} from '../tables.ts'

/** With the email of the person who launched it. */
export type LaunchedSession = SessionRow & { launched_by: string | null }

/** What is known of an app when a pass of a session is asked for. */
export interface SessionApp {
  workspace_id: string
  has_room: boolean
  repository: Pick<RepositoryRow, 'provider' | 'full_name' | 'base_branch'> | null
}

export interface SessionFilter {
  state?: SessionState | undefined
  client_reference?: string | undefined
}

const COLUMNS = sql.raw(codingSessions.columns('s'))
const IS_OPEN = sql<boolean>`state in ('queued', 'running', 'opening_pull_request', 'needs_input', 'cancelling')`

export const sessionStore = (db: Db) => {
  const select = async (condition: RawBuilder<unknown>, limit: number): Promise<LaunchedSession[]> => {
    const { rows } = await sql<LaunchedSession>`
      select ${COLUMNS}, u.email as launched_by
        from coding_sessions s left join users u on u.id = s.user_id
       where ${condition} order by s.id desc limit ${limit}`.execute(db)
    return rows
  }
  return {
    async find(appId: string, id: string): Promise<LaunchedSession | undefined> {
      return (await select(sql`s.id = ${id} and s.app_id = ${appId}`, 1))[0]
    },
    /** Launch keys belong to the person who sent them (G564). */
    async findByKey(appId: string, userId: string, key: string): Promise<LaunchedSession | undefined> {
      const isIt = sql`s.app_id = ${appId} and s.user_id = ${userId} and s.launch_key = ${key}`
      return (await select(isIt, 1))[0]
    },
    async findLatest(appId: string, userId: string, reference: string): Promise<LaunchedSession | undefined> {
      const isOne = sql`s.app_id = ${appId} and s.client_reference = ${reference} and s.user_id = ${userId}`
      return (await select(isOne, 1))[0]
    },
    /** Newest first, after the one that the page before ended with. */
    list(
      appId: string,
      { state, client_reference }: SessionFilter,
      after: string | undefined,
      limit: number,
    ): Promise<LaunchedSession[]> {
      const conditions = [
        sql`s.app_id = ${appId}`,
        ...(state === undefined ? [] : [sql`s.state = ${state}`]),
        ...(client_reference === undefined ? [] : [sql`s.client_reference = ${client_reference}`]),
        ...(after === undefined ? [] : [sql`s.id < ${after}`]),
      ]
      return select(sql.join(conditions, sql` and `), limit)
    },
    /**
     * The app of a pass that is asked for; undefined when it is gone. Until the transaction ends no other pass of the app
     * is asked for, and its repository stays connected.
     */
    async lockApp(appId: string): Promise<SessionApp | undefined> {
      await lockCoding(db, appId)
      const { rows: repositories } = await sql<NonNullable<SessionApp['repository']>>`
        select provider, full_name, base_branch from repositories where app_id = ${appId}`.execute(db)
      const { rows } = await sql<Omit<SessionApp, 'repository'>>`
        select a.workspace_id,
               (select count(*) from coding_sessions s where s.app_id = a.id and s.${IS_OPEN}) < ${MAX_OPEN_SESSIONS}
                 as has_room
          from apps a where a.id = ${appId} and a.deleted_at is null`.execute(db)
      return rows[0] && { ...rows[0], repository: repositories[0] ?? null }
    },
    /** As it is now, locked until the end of the transaction. */
    async lock(id: string): Promise<SessionRow | undefined> {
      const { rows } = await sql<SessionRow>`
        select ${COLUMNS} from coding_sessions s where s.id = ${id} for update`.execute(db)
      return rows[0]
    },
    /** False when the person has launched one with this key. */
    async insert(session: SessionRow): Promise<boolean> {
      return (await codingSessions.insertNew(db, [session])).length > 0
    },
    async listEvents(sessionId: string, after: number, limit: number): Promise<SessionEventRow[]> {
      const { rows } = await sql<SessionEventRow>`
        select ${sql.raw(codingSessionEvents.columns())} from coding_session_events
         where session_id = ${sessionId} and seq > ${after} order by seq limit ${limit}`.execute(db)
      return rows
    },
    /** Whether a session was opening its pull request before its last move. */
    async wasOpening(sessionId: string): Promise<boolean> {
      const { rows } = await sql<{ state: string }>`
        select data->>'from' as state from coding_session_events
         where session_id = ${sessionId} and type = 'state' order by seq desc limit 1`.execute(db)
      return rows[0]?.state === 'opening_pull_request'
    },
    async findInputRequest(sessionId: string, id: string): Promise<InputRequestRow | undefined> {
      const { rows } = await sql<InputRequestRow>`
        select ${sql.raw(codingInputRequests.columns())} from coding_input_requests
         where id = ${id} and session_id = ${sessionId}`.execute(db)
      return rows[0]
    },
    async listOpenOfApp(appId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from coding_sessions where app_id = ${appId} and ${IS_OPEN} order by id`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
