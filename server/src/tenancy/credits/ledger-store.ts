import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import type { CreditUseRow } from './store.ts'

export interface UseFilter {
  workspace_id: string
  /** A use must be of each of these users, so of none when they are two. */
  users: readonly string[]
  /** Its app must be in each of these lists. */
  apps: readonly (readonly string[])[]
  kind: string | undefined
  since: Date | undefined
  until: Date | undefined
}

type Tables = {
  credit_uses: CreditUseRow
  users: { id: string; email: string }
}

/** Newest first, after the position of the page before. */
export async function listUses(
  db: Db,
  { workspace_id, users, apps, kind, since, until }: UseFilter,
  after: Position | undefined,
  limit: number,
): Promise<(Omit<CreditUseRow, 'workspace_id'> & { user_email: string | null })[]> {
  let query = db
    .$extendTables<Tables>()
    .selectFrom('credit_uses as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.created_date',
      'c.user_id',
      'u.email as user_email',
      'c.app_id',
      'c.kind',
      'c.amount',
    ])
    .where('c.workspace_id', '=', workspace_id)
  for (const user of users) query = query.where('c.user_id', '=', user)
  for (const some of apps) query = query.where('c.app_id', '=', sql<string>`any(${some})`)
  if (kind !== undefined) query = query.where('c.kind', '=', kind as CreditUseRow['kind'])
  if (since) query = query.where('c.created_date', '>=', since)
  if (until) query = query.where('c.created_date', '<', until)
  if (after)
    query = query.where(
      sql<boolean>`(c.created_date, c.id) < (${after.created_date}::timestamptz, ${after.id})`,
    )
  return query.orderBy('c.created_date', 'desc').orderBy('c.id', 'desc').limit(limit).execute()
}

interface Position {
  created_date: string
  id: string
}

/** A table a month, so that an old month goes at once. */
export const ledgerMonths = (db: Db) => ({
  async make(month: string, next: string): Promise<void> {
    const name = tableOf(month)
    const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
    if (rows.length > 0) return
    const table = sql.id(name)
    const [start, end] = [`${month}T00:00:00Z`, `${next}T00:00:00Z`]
    // When the month has begun, the rest may hold uses of it already: they move, or the table cannot be added.
    await transaction(db, async (tx) => {
      await sql`lock table credit_uses_rest in access exclusive mode`.execute(tx)
      await sql`create table ${table} (like credit_uses including all)`.execute(tx)
      await sql`with moved as (
          delete from credit_uses_rest where created_date >= ${start} and created_date < ${end} returning *)
        insert into ${table} select * from moved`.execute(tx)
      await sql`alter table credit_uses attach partition ${table}
        for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(tx)
    })
  },

  async dropBefore(month: string): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'credit_uses'::regclass and c.relname ~ '^credit_uses_\\d{6}$'
         and c.relname < ${tableOf(month)}`.execute(db)
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(db)
    await sql`delete from credit_uses_rest where created_date < ${`${month}T00:00:00Z`}`.execute(db)
  },
})

function tableOf(month: string): string {
  return `credit_uses_${month.slice(0, 7).replace('-', '')}`
}
