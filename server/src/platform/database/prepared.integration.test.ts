import { beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { prepared } from './prepared.ts'
import { transaction } from './transaction.ts'

// One connection, so that every statement meets what the one before left there.
const database = useStarted(() => emptyDatabase({ maxConnections: 1 }))
beforeAll(() => database.pool.query('create table counter (id text primary key, value int8 not null)'))

const increment = prepared<{ value: number }>(
  'test.increment',
  'insert into counter as c values ($1, $2) on conflict (id) do update set value = c.value + $2 returning value',
)

test('a prepared statement is planned once and then sent by its name', async () => {
  expect(await increment(database.db, ['a', 1])).toEqual([{ value: 1 }])
  expect(await increment(database.db, ['a', 2])).toEqual([{ value: 3 }])
  const known = await database.pool.query(
    'select name, (generic_plans + custom_plans) as runs from pg_prepared_statements',
  )
  expect(known.rows).toEqual([{ name: 'test.increment', runs: 2 }])
})

test('it takes part in a transaction', async () => {
  const failing = transaction(database.db, async (tx) => {
    expect(await increment(tx, ['b', 5])).toEqual([{ value: 5 }])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await increment(database.db, ['b', 1])).toEqual([{ value: 1 }])
})

test('it recovers from having failed on its connection', async () => {
  const later = prepared<{ id: number }>('test.later', 'select id from made_later where id > $1')
  await expect(later(database.db, [0])).rejects.toMatchObject({ code: '42P01' })
  await database.pool.query('create table made_later (id int4)')
  await database.pool.query('insert into made_later values (7)')
  expect(await later(database.db, [0])).toEqual([{ id: 7 }])
})

test('one name stands for one statement', () => {
  prepared('test.twice', 'select 1')
  expect(() => prepared('test.twice', 'select 1')).not.toThrow()
  expect(() => prepared('test.twice', 'select 2')).toThrow('Two statements are named test.twice')
  expect(() => prepared('x'.repeat(64), 'select 3')).toThrow('too long')
})

test('numbers arrive as numbers, times as dates, and a count beyond them as text', async () => {
  const { rows } = await database.pool.query(`
    select 5::int8 as small, 9007199254740993::int8 as large, 1.25::numeric as exact,
      array[1, null]::int8[] as list, timestamptz '2026-01-02T03:04:05Z' as at`)
  expect(rows).toEqual([
    {
      small: 5,
      large: '9007199254740993',
      exact: 1.25,
      list: [1, null],
      at: new Date('2026-01-02T03:04:05Z'),
    },
  ])
})
