/** What an export leaves behind: every table that has rows is in the archive, or named here with the reason. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Described } from '../database/table.ts'
import type { Collection, ExportScope, LeftOut } from './collection.ts'

/** Tables that are not ours to describe. */
const OTHERS: Readonly<Record<string, string>> = {
  rate_limits: 'it counts the requests to this installation',
  schema_migrations: 'it says how far this database is up to date',
}
const OF_NOBODY = 'of apps that are being removed, or of people who are gone'

export async function whatIsLeftOut(options: {
  db: Db
  scope: ExportScope
  collections: readonly Collection[]
  tables: readonly Described[]
  /** How many rows of each collection went out. */
  counts: Readonly<Record<string, number>>
}): Promise<LeftOut[]> {
  const { db, scope, collections, counts } = options
  const said = (
    await Promise.all(collections.map(async (one) => (await one.leftOut?.(db, scope)) ?? []))
  ).flat()
  const left: LeftOut[] = said.filter(({ count }) => count !== 0)
  const stored = await storedTables(db)
  const known = options.tables.filter(({ name }) => stored.has(name))
  for (const table of known) {
    const columns = Object.entries(table.fields)
    const reason = table.notArchived ?? onlyReasonOf(table)
    if (reason !== null) {
      left.push({ name: table.name, count: await countOf(db, scope, table), reason })
      continue
    }
    const own = collections.filter((one) => one.table === table.name)
    // Of others a row of an archive holds several, or a part.
    if (own.length > 0 && scope.workspace_ids === null) {
      const out = own.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0)
      const explained = said.filter(({ name }) => name === table.name)
      const all = (await countOf(db, scope, table)) ?? 0
      const count = all - out - explained.reduce((sum, one) => sum + (one.count ?? 0), 0)
      const because = own.find((one) => one.leaves)?.leaves ?? OF_NOBODY
      if (count > 0) left.push({ name: table.name, count, reason: because })
    }
    for (const [column, { reason: why }] of columns) {
      if (why === null || !IS_SECRET.test(why)) continue
      const isFilled = sql<boolean>`${sql.ref(column)} is not null`
      left.push({
        name: `${table.name}.${column}`,
        count: await countOf(db, scope, table, isFilled),
        reason: why,
      })
    }
  }
  for (const [name, reason] of Object.entries(OTHERS)) {
    if (stored.has(name)) left.push({ name, count: await countRows(db, name, sql<boolean>`true`), reason })
  }
  const names = new Set([...known.map(({ name }) => name), ...Object.keys(OTHERS)])
  for (const name of stored)
    if (!names.has(name))
      left.push({ name, count: await countRows(db, name, sql<boolean>`true`), reason: 'it is not described' })
  return left.filter(({ count }) => count !== 0)
}

const IS_SECRET = /secret|credential/

/** Where no column goes out, they all say the same. */
function onlyReasonOf({ fields }: Described): string | null {
  const columns = Object.values(fields)
  return columns.every(({ form }) => form === 'absent') ? (columns[0]?.reason ?? null) : null
}

async function storedTables(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function countOf(
  db: Db,
  { workspace_ids }: ExportScope,
  { name, fields }: Described,
  isWanted = sql<boolean>`true`,
): Promise<number | null> {
  if (workspace_ids === null) return countRows(db, name, isWanted)
  if (name === 'workspaces') return countRows(db, name, sql`${isWanted} and id = any(${workspace_ids})`)
  if ('workspace_id' in fields)
    return countRows(db, name, sql`${isWanted} and workspace_id = any(${workspace_ids})`)
  if (!('app_id' in fields)) return (await countRows(db, name, isWanted)) === 0 ? 0 : null
  const isInside = sql<boolean>`${isWanted} and app_id in
    (select id from apps where workspace_id = any(${workspace_ids}))`
  return countRows(db, name, isInside)
}

async function countRows(db: Db, name: string, isWanted: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${sql.table(name)} where ${isWanted}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
