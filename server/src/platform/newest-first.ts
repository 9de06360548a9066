/** Lists with the newest row first; rows of the same moment are ordered by id. */
import { sql } from 'kysely'
import type { Cursors } from './paging.ts'

/** The last row of the page before. */
export interface Position {
  created_date: string
  id: string
}

/** Undefined without a cursor: the list begins. */
export function readPosition(
  cursors: Cursors,
  list: string,
  cursor: string | undefined,
): Position | undefined {
  const [created_date, id] = cursors.read(list, cursor) ?? []
  return id === undefined ? undefined : { created_date: String(created_date), id: String(id) }
}

/** The condition for the rows that follow; a statement that joins tables names the one of the list. */
export function comesAfter({ created_date, id }: Position, table?: string) {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`)
  return sql<boolean>`(${column('created_date')}, ${column('id')}) < (${created_date}::timestamptz, ${id})`
}
