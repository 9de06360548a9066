import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, integer, type RowOf, table, text, time } from '../../platform/database/table.ts'

export const modelUsage = table(
  'model_usage',
  {
    id: bigint(),
    workspace_id: text(),
    app_id: text().nullable(),
    user_id: text().nullable(),
    feature: text(),
    model: text(),
    input_tokens: integer(),
    output_tokens: integer(),
    cost_micros: bigint(),
    created_date: time(),
  },
  { key: ['id'], notArchived: 'the use of the model of this server' },
)

/** The database numbers them. */
type NewUse = Omit<RowOf<typeof modelUsage>, 'id'>
type Tables = { model_usage: NewUse }

interface Total {
  tokens: number
  cost_micros: number
}

const usedSince = prepared<Total>(
  'model_used_since',
  `select coalesce(sum(input_tokens::bigint + output_tokens), 0)::float8 as tokens,
          coalesce(sum(cost_micros), 0)::float8 as cost_micros
     from model_usage where workspace_id = $1 and created_date >= $2`,
)

export const modelUsageStore = (db: Db) => ({
  async insert(row: NewUse): Promise<void> {
    await db.$extendTables<Tables>().insertInto('model_usage').values(row).execute()
  },

  async usedSince(workspaceId: string, start: Date): Promise<Total> {
    const [total] = await usedSince(db, [workspaceId, start])
    return total ?? { tokens: 0, cost_micros: 0 }
  },

  /** Returns how many there were. */
  async deleteBefore(time: Date, most: number): Promise<number> {
    const { rows } = await sql`
      delete from model_usage
       where id in (select id from model_usage where created_date < ${time} limit ${most})
       returning id`.execute(db)
    return rows.length
  },
})
