import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type ConnectionRow, connections } from '../tables.ts'

type Tables = {
  connections: ConnectionRow
  users: { id: string; email: string }
  members: { workspace_id: string; user_id: string }
}

/** A connection with what is seen of it from outside. */
export interface ListedConnection extends ConnectionRow {
  connected_by_email: string | null
  calls_last_day: number
  failed_calls_last_day: number
  last_call_at: Date | null
}

export const connectionStore = (db: Db) => {
  const q: Kysely<Tables> = db.$extendTables<Tables>()
  return {
    async find(appId: string, integrationType: string): Promise<ConnectionRow | undefined> {
      return q
        .selectFrom('connections')
        .selectAll()
        .where('app_id', '=', appId)
        .where('integration_type', '=', integrationType)
        .executeTakeFirst()
    },
    /** By type: an app has at most one for each connector. Calls are counted since the given time. */
    async list(appId: string, since: Date): Promise<ListedConnection[]> {
      const { rows } = await sql<ListedConnection>`
        select ${sql.raw(connections.columns('c'))}, u.email as connected_by_email,
               counted.calls_last_day, counted.failed_calls_last_day, latest.started_at as last_call_at
          from connections c
          left join users u on u.id = c.connected_by
          left join lateral (
            select count(*)::integer as calls_last_day,
                   (count(*) filter (where error_code <> 'canceled'))::integer as failed_calls_last_day
              from connector_calls k
             where k.app_id = c.app_id and k.integration_type = c.integration_type and k.started_at > ${since}
          ) counted on true
          left join lateral (
            select k.started_at from connector_calls k
             where k.app_id = c.app_id and k.integration_type = c.integration_type
             order by k.started_at desc, k.id desc limit 1
          ) latest on true
         where c.app_id = ${appId}
         order by c.integration_type`.execute(db)
      return rows
    },
    /** The email of somebody who is in the workspace now. */
    async emailOfMember(workspaceId: string, userId: string): Promise<string | null> {
      const found = await q
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.user_id')
        .select('users.email')
        .where('members.workspace_id', '=', workspaceId)
        .where('members.user_id', '=', userId)
        .executeTakeFirst()
      return found?.email ?? null
    },
    /** Makes the changes of an app's connections wait for each other. */
    async lock(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('connections ' || ${appId}, 0))`.execute(db)
    },
    /** Under the lock. */
    async insert(row: ConnectionRow): Promise<void> {
      await connections.insertNew(db, [row])
    },
    async update(id: string, changes: Partial<Omit<ConnectionRow, 'id'>>): Promise<void> {
      const { scopes, connection_config, captured, ...rest } = changes
      await q
        .updateTable('connections')
        .set({
          ...rest,
          ...(scopes && { scopes: sql<string[]>`${scopes}::text[]` }),
          ...(connection_config && { connection_config: asJson(connection_config) }),
          ...(captured && { captured: asJson(captured) }),
        })
        .where('id', '=', id)
        .execute()
    },
    async delete(id: string): Promise<void> {
      await q.deleteFrom('connections').where('id', '=', id).execute()
    },
    async deleteOf(appId: string): Promise<void> {
      await q.deleteFrom('connections').where('app_id', '=', appId).execute()
    },
  }
}

function asJson(values: Record<string, string>) {
  return sql<Record<string, string>>`${JSON.stringify(values)}::jsonb`
}
