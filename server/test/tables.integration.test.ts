/** What `table()` describes is what the migrations made, all of it, and archives have what it says. */

import { sql } from 'kysely'
import { type TObject, Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { collectionsOf } from '../src/app.ts'
import type { Described } from '../src/platform/database/table.ts'
import { readSources } from '../structure/sources.ts'
import { migratedDatabase } from './migrated-database.ts'
import { useStarted } from './use-started.ts'

interface Stored {
  table: string
  name: string
  type: string
  is_nullable: boolean
  is_key: boolean
}

const database = useStarted(migratedDatabase)
let stored: Map<string, Stored[]>
let described: Described[]

beforeAll(async () => {
  const { rows } = await sql<Stored>`
    select c.relname as table, a.attname as name, a.atttypid::regtype::text as type, not a.attnotnull as is_nullable,
           exists (select from pg_index i
                    where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace`.execute(database.db)
  stored = Map.groupBy(rows, (row) => row.table)
  described = await describedTables()
})

async function describedTables(): Promise<Described[]> {
  const files = readSources().filter(
    ({ path, text }) => /^server\/src\/.*(?<!\.test)\.ts$/.test(path) && / = table\(/.test(text),
  )
  const exported = await Promise.all(
    files.map(({ path }) => import(new URL(`../../${path}`, import.meta.url).href)),
  )
  const isTable = (value: unknown): value is Described =>
    typeof value === 'object' && value !== null && 'fields' in value && 'references' in value
  return exported.flatMap((values) => Object.values(values)).filter(isTable)
}

test('every described table has exactly its columns, with their types, nulls and key', () => {
  for (const { name, fields, key } of described) {
    const columns = Object.entries(fields).map(([column, { type, isNullable }]) => ({
      table: name,
      name: column,
      type,
      is_nullable: isNullable,
      is_key: key.includes(column),
    }))
    const byName = (a: Stored, b: Stored) => (a.name < b.name ? -1 : 1)
    expect(columns.sort(byName)).toEqual(stored.get(name)?.toSorted(byName))
  }
})

/** Tables that are not ours to describe. */
const OTHERS = {
  rate_limits: 'a library reads and writes it',
  schema_migrations: 'it is there before the first migration',
}

test('every table is described, once', () => {
  const names = described.map(({ name }) => name)
  expect([...names, ...Object.keys(OTHERS)].sort()).toEqual([...stored.keys()].sort())
})

test('every column goes into archives, or says why not', () => {
  for (const table of described) {
    const columns = Object.entries(table.fields).filter(([, { form }]) => form !== 'absent')
    const names = table.notArchived === null ? columns.map(([name]) => name) : []
    const rows = archivedRowsOf(table.name)
    const missing = names.filter((name) => !rows.some(({ properties }) => name in properties))
    expect(missing, `columns of ${table.name} that no row of an archive has`).toEqual([])
    if (table.notArchived !== null) expect(rows, `${table.name} is in archives`).toEqual([])
  }
})

/** Those of its own collections, and those that rows of others list under its name. */
function archivedRowsOf(name: string): TObject[] {
  return collectionsOf({ data_dir: '' }).flatMap(({ table, withTables = [], row }) => {
    const listed = row.properties[name]
    if (table === name || withTables.includes(name)) return [row]
    return Type.IsArray(listed) && Type.IsObject(listed.items) ? [listed.items] : []
  })
}
