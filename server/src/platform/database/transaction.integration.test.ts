import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { databaseFailure } from './failures.ts'
import { afterCommit, LostRace, transaction, wholeTransaction } from './transaction.ts'

const database = useStarted(emptyDatabase)
beforeAll(() =>
  database.pool.query(
    "create table account (id text primary key, value int4); insert into account values ('a', 0), ('b', 0)",
  ),
)

test('two that block each other both get through, because the loser starts over', {
  tags: 'slow',
}, async () => {
  let tries = 0
  const both = Promise.withResolvers<void>()
  const move = (first: string, second: string) =>
    transaction(database.db, async (tx) => {
      await sql`update account set value = value + 1 where id = ${first}`.execute(tx)
      if (++tries === 2) both.resolve()
      await both.promise
      await sql`update account set value = value + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([move('a', 'b'), move('b', 'a')])
  expect(tries).toBe(3)
  const { rows } = await database.pool.query('select value from account')
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('it gives up after three tries, and tries other errors once', async () => {
  let tries = 0
  const failWith = (code: string) =>
    transaction(database.db, async (tx) => {
      tries++
      await sql`do ${sql.raw(`'begin raise exception using errcode = ''${code}''; end'`)}`.execute(tx)
    })
  await expect(failWith('40001')).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(3)
  await expect(failWith('23505')).rejects.toMatchObject({ code: '23505' })
  expect(tries).toBe(4)
})

test('a connection that breaks between two statements fails the transaction, not the process', async () => {
  const broken = transaction(database.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await sql`select 1`.execute(tx)
  })
  expect(databaseFailure(await broken.catch((error: unknown) => error))).toBe('unavailable')
  expect((await database.pool.query('select 1 as is_up')).rows).toEqual([{ is_up: 1 }])
})

test('what waits for the end of a whole is done once, in its order, however often the whole starts over', async () => {
  const done: string[] = []
  let tries = 0
  const whole = wholeTransaction(database.db, async (tx) => {
    tries++
    afterCommit(tx, () => done.push(`first of try ${tries}`))
    afterCommit(tx, () => done.push('second'))
    expect(done).toEqual([])
    if (tries < 3) throw new LostRace('a rival was faster')
    return 'answer'
  })
  expect(await whole).toBe('answer')
  expect(done).toEqual(['first of try 3', 'second'])
})

test('what waits for the end of a whole that fails is left out', async () => {
  const done: string[] = []
  const failing = wholeTransaction(database.db, async (tx) => {
    afterCommit(tx, () => done.push('never'))
    throw new Error('it fails')
  })
  await expect(failing).rejects.toThrow('it fails')
  expect(done).toEqual([])
})
