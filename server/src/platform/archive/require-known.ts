import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { ArchiveRow, ImportContext } from './collection.ts'

/** Refuses the first row that names something which is not in the table. */
export async function requireKnown<Row>(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
  reference: {
    table: string
    /** As the message says it: `There is no user "usr_1"`. */
    noun: string
    /** The ids a row names, each with its place in the row. */
    of(row: Row): readonly { id: string; path: string }[]
  },
): Promise<void> {
  const named = rows.flatMap(({ row, index }) => reference.of(row).map((one) => ({ ...one, index })))
  const ids = [...new Set(named.map(({ id }) => id))]
  if (ids.length === 0) return
  const found = await sql<{ id: string }>`
    select id from ${sql.table(reference.table)} where id = any(${ids})`.execute(tx)
  const known = new Set(found.rows.map(({ id }) => id))
  const missing = named.find(({ id }) => !known.has(id))
  if (missing) context.fail(missing.index, missing.path, `There is no ${reference.noun} "${missing.id}"`)
}

/** The single reference in a field that may be empty, for `requireKnown`. */
export function named<Field extends string>(field: Field) {
  return (row: { [F in Field]?: string | null }) => {
    const id = row[field]
    return typeof id === 'string' ? [{ id, path: field }] : []
  }
}
