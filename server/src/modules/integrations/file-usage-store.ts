import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Bytes of files: of all apps of a workspace together, without an id, and of those that have the most. */
export const fileUsageStore = (db: Db) => ({
  async ofWorkspace(workspaceId: string, most: number): Promise<{ app_id: string | null; bytes: number }[]> {
    const { rows } = await sql<{ app_id: string | null; bytes: number }>`
      with of_apps as materialized (
        select t.app_id, t.bytes from apps a join file_totals t on t.app_id = a.id
         where a.workspace_id = ${workspaceId})
      (select app_id, bytes from of_apps order by bytes desc, app_id limit ${most})
      union all
      select null, coalesce(sum(bytes), 0)::bigint from of_apps`.execute(db)
    return rows
  },
})
