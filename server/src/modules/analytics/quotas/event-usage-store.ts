import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { bigint, date, table, text } from '../../../platform/database/table.ts'
import type { Used } from '../../../tenancy/index.ts'

export const eventUsage = table(
  'event_usage',
  { app_id: text(), day: date(), workspace_id: text(), events: bigint(), anonymous: bigint() },
  { key: ['app_id', 'day'], notArchived: 'what was sent to this installation' },
)

export const eventUsageStore = (db: Db) => ({
  /** Adds what was taken and says what all nodes took that day. */
  async add(
    appId: string,
    workspaceId: string,
    day: string,
    { events, anonymous }: { events: number; anonymous: number },
  ): Promise<Used> {
    await sql`
      insert into event_usage as u (app_id, day, workspace_id, events, anonymous)
      values (${appId}, ${day}, ${workspaceId}, ${events}, ${anonymous})
      on conflict (app_id, day)
        do update set events = u.events + excluded.events, anonymous = u.anonymous + excluded.anonymous`.execute(
      db,
    )
    const { rows } = await sql<Used>`
      select sum(events) filter (where app_id = ${appId}) as "app.events_a_day",
             sum(anonymous) filter (where app_id = ${appId}) as "app.anonymous_events_a_day",
             sum(events) as "workspace.events_a_day"
        from event_usage where workspace_id = ${workspaceId} and day = ${day}`.execute(db)
    return rows[0] ?? {}
  },

  /** Of all apps of a workspace together, without an id, and of those that took the most. */
  async ofWorkspace(
    workspaceId: string,
    day: string,
    most: number,
  ): Promise<{ app_id: string | null; events: number; anonymous: number }[]> {
    const { rows } = await sql<{ app_id: string | null; events: number; anonymous: number }>`
      (select app_id, events, anonymous from event_usage
        where workspace_id = ${workspaceId} and day = ${day} order by events desc, app_id limit ${most})
      union all
      select null, coalesce(sum(events), 0)::bigint, coalesce(sum(anonymous), 0)::bigint
        from event_usage where workspace_id = ${workspaceId} and day = ${day}`.execute(db)
    return rows
  },

  async deleteBefore(day: Date): Promise<void> {
    await sql`delete from event_usage where day < ${day}`.execute(db)
  },
})
