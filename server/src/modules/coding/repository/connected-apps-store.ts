import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** One repository has few apps; more than these are not looked at. */
const MOST_APPS = 100

export const connectedAppsStore = (db: Db) => ({
  /** The apps that are connected to a local repository of a workspace. */
  async list(workspaceId: string, fullName: string): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select r.app_id
        from repositories r join apps a on a.id = r.app_id
       where a.workspace_id = ${workspaceId}
         and r.provider = 'local' and lower(r.full_name) = lower(${fullName})
       order by r.app_id limit ${MOST_APPS}`.execute(db)
    return rows.map(({ app_id }) => app_id)
  },
})
