import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type RepositoryRow, repositories } from '../tables.ts'

export type StoredRepository = RepositoryRow & { connected_by: string | null }

const COLUMNS = sql.raw(repositories.columns('r'))

/** What connects a repository and what begins to work on it go one after the other, also where none is connected yet. */
export async function lockCoding(tx: Db, appId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coding ${appId}`}, 0))`.execute(tx)
}

export const repositoryStore = (db: Db) => ({
  async find(appId: string): Promise<StoredRepository | null> {
    const { rows } = await sql<StoredRepository>`
      select ${COLUMNS}, u.email as connected_by
        from repositories r left join users u on u.id = r.connected_by_id
       where r.app_id = ${appId}`.execute(db)
    return rows[0] ?? null
  },
  /** Until the end of the transaction nobody begins to work on it, and nobody else connects one. */
  async claim(appId: string): Promise<RepositoryRow | null> {
    await lockCoding(db, appId)
    const { rows } = await sql<RepositoryRow>`
      select ${COLUMNS} from repositories r where app_id = ${appId} for update`.execute(db)
    return rows[0] ?? null
  },
  async hasOpenSession(appId: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from coding_sessions
         where app_id = ${appId}
           and state in ('queued', 'running', 'opening_pull_request', 'needs_input', 'cancelling')) as found`.execute(
      db,
    )
    return rows[0]?.found === true
  },
  async put(row: RepositoryRow): Promise<void> {
    const names = Object.keys(row)
    const values = sql.join(Object.values(row))
    const taken = names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
    await sql`
      insert into repositories (${sql.join(names.map((name) => sql.ref(name)))}) values (${values})
      on conflict (app_id) do update set ${sql.join(taken)}`.execute(db)
  },
  async delete(appId: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from repositories where app_id = ${appId}`.execute(db)
    return numAffectedRows > 0n
  },
  /** Of this connection only: one that was made in the meantime knows nothing of the exchange. */
  async setSynced(
    { app_id, connected_date }: Pick<RepositoryRow, 'app_id' | 'connected_date'>,
    synced: { commit: string; at: Date },
  ): Promise<void> {
    await sql`
      update repositories
         set synced_commit = ${synced.commit}, synced_date = ${synced.at}
       where app_id = ${app_id} and connected_date = ${connected_date}`.execute(db)
  },
})
