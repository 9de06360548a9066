import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Adds the rows that are not there yet, in one statement, and returns some columns of the added ones. `types` says
 * which columns the rows carry, with their PostgreSQL types: times are `Date`, bytes `\x…` text.
 */
export async function insertNew<Added>(
  tx: Db,
  table: string,
  types: Readonly<Record<string, string>>,
  rows: readonly object[],
  returning: readonly string[],
): Promise<Added[]> {
  if (rows.length === 0) return []
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const names = refs(Object.keys(types))
  const typed = sql.join(Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  const added = await sql<Added>`
    insert into ${sql.table(table)} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as given(${typed})
    on conflict do nothing
    returning ${refs(returning)}`.execute(tx)
  return added.rows
}
