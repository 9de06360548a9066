import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { archivedRow, exportByKey, storedRow } from '../archive/table-archive.ts'
import { boolean, bytes, integer, type RowOf, table, text, time } from './table.ts'

const Name = Type.String({ maxLength: 9 })
const lamps = table(
  'lamps',
  {
    room: text(Id),
    name: text(Name),
    watts: integer().default(5),
    color: text(Name).nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    broken_date: time().nullable(),
    is_lit: boolean().notArchived('it changes by the minute'),
    hash: bytes().nullable().notArchived('a secret'),
  },
  { key: ['room', 'name'] },
)

const database = useStarted(migratedDatabase)
beforeAll(async () => {
  await sql`create table lamps (room text, name text, watts integer not null, color text,
    created_date timestamptz not null, updated_date timestamptz not null, broken_date timestamptz,
    is_lit boolean not null default true, hash bytea, primary key (room, name))`.execute(database.db)
})

const now = new Date('2026-03-02T10:00:00Z')
const given = { room: 'hall', name: 'Ada', created_date: 'now-1d' }
const yesterday = new Date('2026-03-01T10:00:00Z')

describe('a table', () => {
  test('says the type of its rows and the list of its columns', () => {
    expectTypeOf<RowOf<typeof lamps>['color']>().toEqualTypeOf<string | null>()
    expectTypeOf<RowOf<typeof lamps>['created_date']>().toEqualTypeOf<Date>()
    const pair = table('pairs', { a: text(), b: text() }, { key: ['a'] })
    expect([pair.columns(), pair.columns('p')]).toEqual(['a, b', 'p.a, p.b'])
  })

  test('says what an archive must and may hold, within the bounds of the contract', () => {
    const { required, properties } = archivedRow(lamps)
    expect(required).toEqual(['room', 'name'])
    expect(Object.keys(properties)).not.toContain('hash')
    expect(properties.color).toMatchObject({ type: ['string', 'null'], maxLength: 9 })
    expectTypeOf<Type.Static<ReturnType<typeof archivedRow<typeof lamps.fields>>>['watts']>().toEqualTypeOf<
      number | undefined
    >()
  })

  test('fills in what an archive left out', () => {
    const rest = { watts: 5, color: null, broken_date: null }
    const times = { created_date: yesterday, updated_date: yesterday }
    expect(storedRow(lamps, given, now)).toEqual({ room: 'hall', name: 'Ada', ...rest, ...times })
  })

  test('inserts only new rows, and exports them in the order of their key', async () => {
    const rows = ['b', 'a'].map((name) => ({ ...storedRow(lamps, { ...given, name }, now), hash: '\\x00ff' }))
    const key = (name: string) => ({ room: 'hall', name })
    expect(await lamps.insertNew(database.db, rows.slice(0, 1))).toEqual([key('b')])
    expect(await lamps.insertNew(database.db, rows)).toEqual([key('a')])
    expect(await lamps.insertNew(database.db, [])).toEqual([])
    const exported = await Array.fromAsync(exportByKey(database.db, lamps, sql<boolean>`is_lit`))
    expect(exported).toEqual(['a', 'b'].map((name) => storedRow(lamps, { ...given, name }, now)))
  })

  test('cannot be exported by a key that is not in the exported rows', () => {
    const lights = table('lights', { id: text(Id).notArchived('it is made here') }, { key: ['id'] })
    expect(() => exportByKey(database.db, lights, sql<boolean>`true`)).toThrow(
      'lights: id is part of the key',
    )
  })
})
