/** How the rows of a table go into an archive and come back, as far as its description says it. */
import { Nullable } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Db } from '../database/db.ts'
import {
  type Column,
  type Columns,
  type Described,
  type Table,
  TIME,
  type ValuesOf,
} from '../database/table.ts'
import type { ArchiveRow, ImportContext } from './collection.ts'
import { byKey } from './export-archive.ts'
import { named, requireKnown } from './require-known.ts'
import { ArchiveTime, readTime } from './times.ts'

type Archived<C> = {
  [Name in keyof C as C[Name] extends Column<infer _, infer _, 'absent'> ? never : Name]: C[Name]
}
type SchemaOf<C> =
  C extends Column<infer _, infer Given, infer Form>
    ? Form extends 'optional'
      ? TOptional<TUnsafe<Given>>
      : TUnsafe<Given>
    : never
type SchemasOf<C> = { [Name in keyof Archived<C>]: SchemaOf<C[Name]> }

export type ArchivedRow<T extends Described> = Static<TObject<SchemasOf<T['fields']>>>

/** The schema of an archive's row: the columns that go into archives. */
export function archivedRow<C extends Columns>(table: Described<C>): TObject<SchemasOf<C>> {
  const schemas = archivedFields(table).map(([name, column]) => [name, schemaOf(column)])
  // The compiler cannot follow the columns through a list.
  return Type.Object(Object.fromEntries(schemas)) as unknown as TObject<SchemasOf<C>>
}

function archivedFields({ fields }: { readonly fields: Columns }): [string, Column][] {
  return Object.entries(fields).filter(([, { form }]) => form !== 'absent')
}

function schemaOf({ type, schema, isNullable, form }: Column): TSchema {
  const bounds = type === TIME ? ArchiveTime : schema
  // What takes anything takes null.
  const whole = isNullable && 'type' in bounds ? Nullable(bounds) : bounds
  return form === 'optional' ? Type.Optional(whole) : whole
}

/** The stored row that an archive's row stands for: defaults filled in, times read. */
export function storedRow<C extends Columns>(
  table: Described<C>,
  row: { readonly [Name in keyof Archived<C>]?: unknown },
  now: Date,
): ValuesOf<Archived<C>> {
  const given: Record<string, unknown> = { ...row }
  const stored: Record<string, unknown> = {}
  for (const [name, { type, fallback }] of archivedFields(table)) {
    const value = given[name] ?? fallback ?? null
    // The other column stands before this one, and is read already.
    if (type !== TIME || value === null) stored[name] = value
    else stored[name] = stored[String(value)] ?? readTime(String(value), now)
  }
  return stored as ValuesOf<Archived<C>>
}

/** Refuses the first row that names something which is not there. */
export async function requireReferences<C extends Columns>(
  tx: Db,
  table: Described<C>,
  rows: readonly ArchiveRow<object>[],
  context: ImportContext,
): Promise<void> {
  for (const [field, target] of Object.entries<string | undefined>(table.references)) {
    if (target === undefined) continue
    await requireKnown(tx, rows, context, { table: target, noun: target.replace(/s$/, ''), of: named(field) })
  }
}

/** What a collection has from its table alone; a module adds `export`, and replaces what is its own. */
export function archiveOf<C extends Columns, Key extends keyof C & string>(table: Table<C, Key>) {
  return {
    name: table.name,
    table: table.name,
    after: [...new Set(Object.values<string | undefined>(table.references))].filter(
      (name) => name !== undefined,
    ),
    row: archivedRow(table),
    key: (row: object) => table.key.map((name) => String((row as Record<string, unknown>)[name])),
    async import(tx: Db, rows: readonly ArchiveRow<object>[], context: ImportContext): Promise<number> {
      await requireReferences(tx, table, rows, context)
      const stored = rows.map(({ row }) => storedRow(table, row, context.now))
      return (await table.insertNew(tx, stored as object[])).length
    },
  }
}

/** The list for SELECT: what goes into archives; `instead` says what stands in the place of a column. */
export function archivedColumns<C extends Columns>(
  table: Described<C>,
  alias = table.name,
  instead: { readonly [Name in keyof C]?: RawBuilder<unknown> } = {},
) {
  const columns = archivedFields(table).map(
    ([name]) => sql`${instead[name] ?? sql.ref(`${alias}.${name}`)} as ${sql.ref(name)}`,
  )
  return sql.join(columns)
}

/** The archived columns of the rows that `where` names, in the order of their key, batch by batch. */
export function exportByKey<C extends Columns>(
  db: Db,
  table: Described<C>,
  where: RawBuilder<boolean>,
  instead: { readonly [Name in keyof C]?: RawBuilder<unknown> } = {},
): AsyncGenerator<ValuesOf<Archived<C>>> {
  const hidden = table.key.find((name) => table.fields[name]?.form === 'absent')
  // The next batch begins after the last row, so its key has to be in that row.
  if (hidden) throw new Error(`${table.name}: ${hidden} is part of the key and does not go into archives`)
  const key = sql.join(table.key.map((name) => sql.ref(`${table.name}.${name}`)))
  return byKey<ValuesOf<Archived<C>>>(async (after, limit) => {
    const last = after as Record<string, unknown> | null
    const start = sql.join(table.key.map((name) => sql`${last?.[name] ?? ''}`))
    const { rows } = await sql<ValuesOf<Archived<C>>>`
      select ${archivedColumns(table, table.name, instead)} from ${sql.table(table.name)}
      where (${key}) > (${start}) and ${where}
      order by ${key} limit ${limit}`.execute(db)
    return rows
  })
}
