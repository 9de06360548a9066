/** What `table()` describes is what the migrations made. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Described } from '../src/platform/database/table.ts'
import { readSources } from '../structure/sources.ts'
import { type MigratedDatabase, migratedDatabase } from './migrated-database.ts'

interface Stored {
  table: string
  name: string
  type: string
  is_nullable: boolean
  is_key: boolean
}

let database: MigratedDatabase
let stored: Map<string, Stored[]>
let described: Described[]

beforeAll(async () => {
  database = await migratedDatabase()
  const { rows } = await sql<Stored>`
    select c.relname as table, a.attname as name, a.atttypid::regtype::text as type, not a.attnotnull as is_nullable,
           exists (select from pg_index i
                    where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(database.db)
  stored = Map.groupBy(rows, (row) => row.table)
  described = await describedTables()
})
afterAll(() => database.close())

async function describedTables(): Promise<Described[]> {
  const files = readSources().filter(
    ({ path, text }) => /^server\/src\/(tenancy|modules|ports)\//.test(path) && / = table\(/.test(text),
  )
  const exported = await Promise.all(
    files.map(({ path }) => import(new URL(`../../${path}`, import.meta.url).href)),
  )
  const isTable = (value: unknown): value is Described =>
    typeof value === 'object' && value !== null && 'fields' in value && 'references' in value
  return exported.flatMap((values) => Object.values(values)).filter(isTable)
}

test('every described table has exactly its columns, with their types, nulls and key', () => {
  expect(described.length).toBeGreaterThan(0)
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

test('no table is described twice', () => {
  const names = described.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
