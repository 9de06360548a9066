import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { bigint, table, text } from '../../../platform/database/table.ts'
import type { Used } from '../../../tenancy/index.ts'

export const recordUsage = table(
  'record_usage',
  { app_id: text(), workspace_id: text(), records: bigint(), bytes: bigint() },
  { key: ['app_id'], notArchived: 'the records that an archive brings are counted' },
)

export const recordUsageStore = (db: Db) => ({
  /** Counts an app, notes it, and adds up what was noted of its workspace. */
  async count(appId: string, workspaceId: string): Promise<Used> {
    await sql`
      insert into record_usage (app_id, workspace_id, records, bytes)
      select ${appId}, ${workspaceId}, count(*), coalesce(sum(bytes), 0) from records where app_id = ${appId}
      on conflict (app_id) do update set records = excluded.records, bytes = excluded.bytes`.execute(db)
    const { rows } = await sql<Used>`
      select sum(records) filter (where app_id = ${appId}) as "app.records",
             sum(bytes) filter (where app_id = ${appId}) as "app.record_bytes",
             sum(records) as "workspace.records", sum(bytes) as "workspace.record_bytes"
        from record_usage where workspace_id = ${workspaceId}`.execute(db)
    return rows[0] ?? {}
  },

  /** Records that came in by an archive count from now on, as those do that are written. */
  async addNew(keys: readonly { app_id: string; entity_name: string; id: string }[]): Promise<void> {
    const apps = keys.map(({ app_id }) => app_id)
    const entities = keys.map(({ entity_name }) => entity_name)
    const ids = keys.map(({ id }) => id)
    await sql`
      insert into record_usage as u (app_id, workspace_id, records, bytes)
      select r.app_id, a.workspace_id, count(*), sum(r.bytes)
        from unnest(${apps}::text[], ${entities}::text[], ${ids}::text[]) as k(app_id, entity_name, id)
        join records r using (app_id, entity_name, id) join apps a on a.id = r.app_id
       group by r.app_id, a.workspace_id order by r.app_id
      on conflict (app_id) do update set records = u.records + excluded.records, bytes = u.bytes + excluded.bytes`.execute(
      db,
    )
  },

  /** As it was counted last: of all apps of a workspace together, and of those that have the most. */
  async ofWorkspace(
    workspaceId: string,
    most: number,
  ): Promise<{ app_id: string | null; records: number; bytes: number }[]> {
    const { rows } = await sql<{ app_id: string | null; records: number; bytes: number }>`
      (select app_id, records, bytes from record_usage where workspace_id = ${workspaceId}
        order by bytes desc, app_id limit ${most})
      union all
      select null, coalesce(sum(records), 0)::bigint, coalesce(sum(bytes), 0)::bigint
        from record_usage where workspace_id = ${workspaceId}`.execute(db)
    return rows
  },
})
