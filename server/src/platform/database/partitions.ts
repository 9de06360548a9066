import { sql } from 'kysely'
import type { Db } from './db.ts'
import { transaction } from './transaction.ts'

/** A table that is split by a time; what no part is there for lies in `<table>_rest`. */
export interface SplitTable {
  table: string
  /** The time that rows are split by. */
  by: string
}

/** Makes the part of the rows from `start` to before `end`, unless it is there. */
export async function addPart(
  db: Db,
  { table, by }: SplitTable,
  { name, start, end }: { name: string; start: string; end: string },
): Promise<void> {
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
  if (rows.length > 0) return
  const [whole, rest, part] = [sql.id(table), sql.id(`${table}_rest`), sql.id(name)]
  // When its time has begun, the rest may hold rows of it already: they move, or the part cannot be added.
  await transaction(db, async (tx) => {
    await sql`lock table ${rest} in access exclusive mode`.execute(tx)
    await sql`create table ${part} (like ${whole} including all)`.execute(tx)
    await sql`with moved as (
        delete from ${rest} where ${sql.id(by)} >= ${start} and ${sql.id(by)} < ${end} returning *)
      insert into ${part} select * from moved`.execute(tx)
    await sql`alter table ${whole} attach partition ${part}
      for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(tx)
  })
}

/** Drops the parts with a name of the same form that comes before `name`, and what the rest has from before `start`. */
export async function dropParts(
  db: Db,
  { table, by }: SplitTable,
  { name, start }: { name: string; start: Date | string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_\\d+$`}
       and length(c.relname) = length(${name}) and c.relname < ${name}`.execute(db)
  for (const part of rows) await sql`drop table ${sql.id(part.name)}`.execute(db)
  await sql`delete from ${sql.id(`${table}_rest`)} where ${sql.id(by)} < ${start}`.execute(db)
}
