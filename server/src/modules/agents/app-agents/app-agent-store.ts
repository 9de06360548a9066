import { createHash } from 'node:crypto'
import { Id } from '@atrium/contract'
import { AppAgent } from '@atrium/contract/app-agents'
import { AnyKey } from '@atrium/contract/shared'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { json, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { Comparison } from '../conversations/conversation-filter.ts'
import { comparisonSql } from '../conversations/conversation-filter-store.ts'
import type { ConversationRow } from '../store.ts'

const { name, description, instructions, tool_configs } = AppAgent.properties

export const appAgents = table(
  'app_agents',
  {
    app_id: text(Id),
    name: text(name),
    description: text(description).default(''),
    instructions: text(instructions).default(''),
    tool_configs: json(tool_configs).default([]),
    /** Other fields that the builder sent. */
    extra: json(Type.Record(AnyKey, Type.Unknown())).default({}),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['app_id', 'name'], references: { app_id: 'apps' } },
)
export type AppAgentRow = RowOf<typeof appAgents>

/** By what they say, so that a replacement that changes nothing is no change to anybody else. */
export function versionOf(rows: readonly AppAgentRow[]): string {
  const said = rows.map((row) => [row.name, row.description, row.instructions, row.tool_configs, row.extra])
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32)
}

type Tables = { app_agents: AppAgentRow; conversations: ConversationRow }

export type ConversationSort = 'created_date' | 'updated_date'

export const appAgentStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async list(appId: string): Promise<AppAgentRow[]> {
      return q
        .selectFrom('app_agents')
        .selectAll()
        .where('app_id', '=', appId)
        .orderBy('name')
        .limit(100)
        .execute()
    },
    async find(appId: string, name: string): Promise<AppAgentRow | undefined> {
      return q
        .selectFrom('app_agents')
        .selectAll()
        .where('app_id', '=', appId)
        .where('name', '=', name)
        .executeTakeFirst()
    },
    /** Makes two replacements of one app's agents wait for each other. */
    async lock(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('app agents ' || ${appId}, 0))`.execute(db)
    },
    async save(rows: readonly AppAgentRow[]): Promise<void> {
      if (rows.length === 0) return
      const values = rows.map((row) => ({ ...row, tool_configs: JSON.stringify(row.tool_configs) as never }))
      await q
        .insertInto('app_agents')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'name']).doUpdateSet((eb) => ({
            description: eb.ref('excluded.description'),
            instructions: eb.ref('excluded.instructions'),
            tool_configs: eb.ref('excluded.tool_configs'),
            extra: eb.ref('excluded.extra'),
            updated_date: eb.ref('excluded.updated_date'),
          })),
        )
        .execute()
    },
    async delete(appId: string, names: readonly string[]): Promise<void> {
      await q
        .deleteFrom('app_agents')
        .where('app_id', '=', appId)
        .where('name', '=', sql<string>`any(${names})`)
        .execute()
    },
    async insertConversation(row: ConversationRow): Promise<void> {
      await q.insertInto('conversations').values(row).execute()
    },
    async listConversations(
      filter: { app_id: string; user_id: string; comparisons: readonly Comparison[] },
      sort: ConversationSort,
      direction: 'asc' | 'desc',
      skip: number,
      limit: number,
    ): Promise<ConversationRow[]> {
      let query = q
        .selectFrom('conversations')
        .selectAll()
        .where('app_id', '=', filter.app_id)
        .where('user_id', '=', filter.user_id)
        .where('agent_name', '<>', '')
      for (const one of filter.comparisons) query = query.where(comparisonSql(one))
      return query.orderBy(sort, direction).orderBy('id', direction).offset(skip).limit(limit).execute()
    },
  }
}
