import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

/**
 * A hot statement: the server parses and plans it once per connection, and then knows it by its name. Name its
 * columns, never `*`: a plan whose columns changed under it fails until its connection ends.
 */
export function prepared<Row>(
  name: string,
  text: string,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  register(name, text)
  return (db, values) => send<Row>(db, text, values)
}

/**
 * As `prepared`, for statements whose text is put together from what people declare, such as rules. Every connection
 * keeps what it was asked to keep, so only so many get a name; the others work without.
 */
export function preparedByText<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  if (!nameByText.has(text) && namedByText < MOST_BY_TEXT) register(`by_text_${++namedByText}`, text)
  return (db, values) => send<Row>(db, text, values)
}

const MOST_BY_TEXT = 500
let namedByText = 0

async function send<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const pool = poolOf.get(db)
  const sent = pool
    ? pool.query(text, [...values])
    : db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return (await sent).rows
}

/** Outside a transaction there is nothing for Kysely to do, and its way costs a tenth of a small request. */
export function sendPast(db: Db, pool: pg.Pool): void {
  poolOf.set(db, pool)
}

const poolOf = new WeakMap<Db, pg.Pool>()

/** The name under which the connections send a statement, if it has one. */
export function preparedName(text: string): string | undefined {
  return nameByText.get(text)
}

const NAME_LIMIT = 63 // PostgreSQL cuts off the rest, and two names become one
const nameByText = new Map<string, string>()
const textByName = new Map<string, string>()

function register(name: string, text: string): void {
  if (Buffer.byteLength(name) > NAME_LIMIT) throw new Error(`The statement name ${name} is too long`)
  const known = textByName.get(name)
  if (known !== undefined && known !== text) throw new Error(`Two statements are named ${name}`)
  textByName.set(name, text)
  if (!nameByText.has(text)) nameByText.set(text, name)
}
