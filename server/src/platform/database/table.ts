/** A stored row is described once: its type, its column list, its batch insert and its form in an archive follow. */
import { type Static, type TSchema, Type } from 'typebox'
import type { Db } from './db.ts'
import { insertNew } from './insert-new.ts'

/**
 * A column. `Value` is what a row holds, `Given` what an archive says, and `Form` whether it has to:
 * what may be null or has a default can be left out there.
 */
export interface Column<Value = unknown, Given = unknown, Form extends ArchiveForm = ArchiveForm> {
  /** As PostgreSQL names it. */
  readonly type: string
  /** The bounds of a value that is not null, from the contract where it has them. */
  readonly schema: TSchema
  readonly isNullable: boolean
  /** What an archive that leaves it out means; for a time `now`, or the column whose time it shares. */
  readonly fallback: Given | undefined
  /** Why an archive's row does not have it. */
  readonly reason: string | null
  readonly form: Form
  /** Only for the compiler: no column has it. */
  readonly value?: Value

  nullable(): Column<Value | null, Given | null, 'optional'>
  default(fallback: Given): Column<Value, Given, 'optional'>
  notArchived(reason: string): Column<Value, Given, 'absent'>
}

export type ArchiveForm = 'required' | 'optional' | 'absent'
export type Columns = { readonly [name: string]: Column }

export interface Described<C extends Columns = Columns> {
  readonly name: string
  readonly fields: C
  readonly key: readonly (keyof C & string)[]
  /** The tables whose rows an imported row names, by column, in the order in which they are checked. */
  readonly references: { readonly [Name in keyof C]?: string }
  /** Why none of its rows are in archives, where that is so. */
  readonly notArchived: string | null
}

export interface Table<C extends Columns, Key extends keyof C & string> extends Described<C> {
  /** The list for SELECT: all columns, with an alias before each if there is one. */
  columns(alias?: string): string
  /** Adds the rows that are not there yet, in one statement, and returns the keys of the added ones. */
  insertNew(tx: Db, rows: readonly Insertable<ValuesOf<C>>[]): Promise<Pick<ValuesOf<C>, Key>[]>
}

/** The row of a table. */
export type RowOf<T extends Described> = ValuesOf<T['fields']>

export type ValuesOf<C> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

/** Every row names the same columns. Bytes are `\x…` text here, because the rows travel as JSON. */
type Insertable<Row> = {
  [Name in keyof Row]?:
    | Row[Name]
    | Readonly<Row[Name]>
    | undefined
    | (Buffer extends Row[Name] ? string : never)
}

/** Every table that a part of the program describes, as soon as the part is loaded. */
export const describedTables: Described[] = []

export function table<const C extends Columns, Key extends keyof C & string>(
  name: string,
  fields: C,
  options: {
    key: readonly Key[]
    references?: Described<C>['references']
    notArchived?: string
  },
): Table<C, Key> {
  const { key, references = {}, notArchived = null } = options
  const names = Object.keys(fields)
  const described: Table<C, Key> = {
    name,
    fields,
    key,
    references,
    notArchived,
    columns: (alias) => names.map((one) => (alias ? `${alias}.${one}` : one)).join(', '),
    insertNew(tx, rows) {
      const given = names.filter((one) => rows.some((row) => one in row))
      const types = Object.fromEntries(given.map((one) => [one, fields[one]?.type ?? '']))
      return insertNew<Pick<ValuesOf<C>, Key>>(tx, name, types, rows, key)
    },
  }
  describedTables.push(described)
  return described
}

export const text = <S extends TSchema = typeof AnyText>(schema?: S) =>
  column<Static<S>>('text', schema ?? AnyText)
export const texts = <S extends TSchema = typeof AnyTexts>(schema?: S) =>
  column<Static<S>>('text[]', schema ?? AnyTexts)
export const integer = (schema: TSchema = Type.Integer()) => column<number>('integer', schema)
export const bigint = () => column<number>('bigint', Type.Integer())
export const smallint = () => column<number>('smallint', Type.Integer())
export const numeric = (schema: TSchema = Type.Number()) => column<number>('numeric', schema)
export const boolean = () => column<boolean>('boolean', Type.Boolean())
export const json = <S extends TSchema>(schema: S) => column<Static<S>>('jsonb', schema)
/** For what is read as a whole and keeps the order of its fields. */
export const orderedJson = <S extends TSchema>(schema: S) => column<Static<S>>('json', schema)
export const bytes = () => column<Buffer, string>('bytea', AnyText)
/** Written as `2026-11-15`; statements that read a day make it text with `to_char`. */
export const date = () => column<string>('date', AnyText)
export const uuid = () => column<string>('uuid', AnyText)
export const bits = () => column<string>('bit', AnyText)
export const time = () => column<Date, string>(TIME, AnyText)

/** The type of time columns, which an archive writes in its own way. */
export const TIME = 'timestamp with time zone'

const AnyText = Type.String()
const AnyTexts = Type.Array(AnyText)

function column<Value, Given = Value>(type: string, schema: TSchema): Column<Value, Given, 'required'> {
  const facts = { type, schema, isNullable: false, fallback: undefined, reason: null }
  return withChanges<Value, Given, 'required'>({ ...facts, form: 'required' })
}

type Facts<Given, Form extends ArchiveForm> = Omit<
  Column<unknown, Given, Form>,
  'value' | 'nullable' | 'default' | 'notArchived'
>

function withChanges<Value, Given, Form extends ArchiveForm>(
  facts: Facts<Given, Form>,
): Column<Value, Given, Form> {
  return {
    ...facts,
    nullable: () => withChanges({ ...facts, isNullable: true, form: 'optional' }),
    default: (fallback) => withChanges({ ...facts, fallback, form: 'optional' }),
    notArchived: (reason) => withChanges({ ...facts, reason, form: 'absent' }),
  }
}
