import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { codingSessions, type RepositoryRow, type SessionRow } from '../tables.ts'

export const pullRequestSessionStore = (db: Db) => ({
  /** Sessions that opened this pull request; a local repository may be connected to several apps of its workspace. */
  async lockOf(
    app: { id: string; workspace_id: string },
    { provider, full_name }: Pick<RepositoryRow, 'provider' | 'full_name'>,
    number: number,
  ): Promise<SessionRow[]> {
    const { rows } = await sql<SessionRow>`
      select ${sql.raw(codingSessions.columns('s'))}
        from coding_sessions s join apps a on a.id = s.app_id
       where a.workspace_id = ${app.workspace_id} and (s.app_id = ${app.id} or ${provider}::text = 'local')
         and s.provider = ${provider} and lower(s.repository_full_name) = lower(${full_name})
         and s.pull_request->>'number' = ${String(number)}
       order by s.id for update of s`.execute(db)
    return rows
  },
})
