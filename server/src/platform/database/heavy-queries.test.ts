import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPostgres } from '../../../test/postgres.ts'
import { createLog } from '../log.ts'
import { createHeavyQueries } from './heavy-queries.ts'
import { createLongWork } from './long-work.ts'
import { type Database, openDatabase } from './open.ts'

let database: Database
let stop: () => Promise<void>
beforeAll(async () => {
  const postgres = await testPostgres()
  database = openDatabase({ connection: postgres.connection, log: createLog('silent') })
  stop = async () => {
    await database.close()
    await postgres.stop()
  }
})
afterAll(() => stop())

const slow = (seconds: number) => sql`select pg_sleep(${seconds})`

async function isAsleep(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(database.db)
  return rows.length > 0
}

test('a heavy query is ended after its time, and only that one', async () => {
  const heavy = createHeavyQueries({ db: database.db, atOnce: 2, longestMs: 200 })
  await expect(heavy((tx) => slow(5).execute(tx))).rejects.toMatchObject({ code: 'query_too_slow' })
  const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(
    database.db,
  )
  expect(rows).toEqual([{ ms: '30s' }])
  const patient = createHeavyQueries({ db: database.db, atOnce: 2, longestMs: 20_000 })
  await expect(patient((tx) => sql`create table t ()`.execute(tx))).rejects.toMatchObject({ code: '25006' })
})

test('so many heavy queries run at once, the others wait for their turn and not for ever', async () => {
  const heavy = createHeavyQueries({ db: database.db, atOnce: 2, longestMs: 20_000 })
  let running = 0
  let most = 0
  const work = () =>
    heavy(async (tx) => {
      most = Math.max(most, ++running)
      await slow(0.05).execute(tx)
      running--
    })
  await Promise.all([work(), work(), work(), work(), work()])
  expect(most).toBe(2)

  const impatient = createHeavyQueries({ db: database.db, atOnce: 1, longestMs: 1_500 })
  const all = await Promise.allSettled([1, 2, 3].map(() => impatient((tx) => slow(20).execute(tx))))
  expect(all.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
  await impatient((tx) => slow(0).execute(tx))
})

test('long work has no time limit, ends when it is told to, and takes its session with it', async () => {
  const longWork = createLongWork(database.pool, createLog('silent'))
  const own = await longWork(new AbortController().signal, async (db) => {
    await sql`select pg_advisory_lock(42)`.execute(db)
    const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(db)
    return rows[0]?.ms
  })
  expect(own).toBe('0')
  // The session ends a moment after its socket; whoever waits for its lock gets it.
  await sql`select pg_advisory_lock(42)`.execute(database.db)

  const ending = new AbortController()
  const work = longWork(ending.signal, (db) => slow(50).execute(db))
  work.catch(() => {}) // it may end while the next statement is asked
  await expect.poll(isAsleep).toBe(true) // what is ended must have begun
  ending.abort()
  await expect(work).rejects.toMatchObject({ code: '57014' })
})
