import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CollectedLog, collectedLog } from '../../../test/collected-log.ts'
import { testPostgres } from '../../../test/postgres.ts'
import { useStarted } from '../../../test/use-started.ts'
import { databaseFailure } from './failures.ts'
import { type Database, openDatabase } from './open.ts'
import { prepared } from './prepared.ts'
import { allowSilence } from './silence.ts'
import { type DatabaseGate, databaseGate } from './test/database-gate.ts'
import { transaction } from './transaction.ts'

// Short next to what is waited for, long next to what a busy machine takes for an answer.
const SILENCE_MS = 1_500

const server = useStarted(testPostgres)
let gate: DatabaseGate
let database: Database
let log: CollectedLog
beforeEach(async () => {
  gate = await databaseGate(server.connection)
  log = collectedLog('warn')
  // One connection only, so that a dead one that stays in the pool is the next one's too.
  database = openDatabase({ connection: gate.url, maxConnections: 1, longestSilenceMs: SILENCE_MS, log })
})
afterEach(async () => {
  await database.close()
  await gate.shut()
})

const answer = () => sql<{ one: number }>`select 1 as one`.execute(database.db)
const hot = prepared<{ two: number }>('silence_test', 'select $1::int4 as two')

describe('a connection that is dead without a word', () => {
  const WAYS: [string, () => Promise<unknown>][] = [
    ['a single statement', answer],
    ['a hot one', () => hot(database.db, [2])],
    ['the pool', () => database.pool.query('select 1')],
    ['a transaction', () => transaction(database.db, (tx) => sql`select 1`.execute(tx))],
  ]

  test.each(WAYS)(
    'fails %s in time, and the next one has a new connection',
    { tags: 'slow' },
    async (_name, ask) => {
      await answer()
      gate.hush()
      const began = performance.now()
      const failure: unknown = await ask().catch((error: unknown) => error)
      expect(failure).toMatchObject({ message: expect.stringContaining('no answer for 1.5 s') })
      expect(databaseFailure(failure)).toBe('unavailable')
      expect(performance.now() - began).toBeLessThan(SILENCE_MS + 10_000)
      expect(log.lines).toMatchObject([{ level: 'warn', msg: 'a database connection is dead' }])

      expect((await answer()).rows).toEqual([{ one: 1 }])
      expect(database.pool.totalCount).toBe(1)
    },
  )

  test('is noticed during a transaction, and what that did is undone', { tags: 'slow' }, async () => {
    await sql`create table if not exists thing (id int4)`.execute(database.db)
    const broken = transaction(database.db, async (tx) => {
      await sql`insert into thing values (1)`.execute(tx)
      gate.hush()
      await sql`insert into thing values (2)`.execute(tx)
    })
    expect(databaseFailure(await broken.catch((error: unknown) => error))).toBe('unavailable')
    expect((await sql`select from thing`.execute(database.db)).rows).toEqual([])
  })
})

describe('a connection that lives', () => {
  test('may be idle for longer, and is watched afterwards all the same', { tags: 'slow' }, async () => {
    await transaction(database.db, async (tx) => {
      await sql`select 1`.execute(tx)
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS * 2)) // nothing to wait for: the point is the time
      expect((await sql`select 2 as two`.execute(tx)).rows).toEqual([{ two: 2 }])
    })
    expect(log.lines).toEqual([])
    gate.hush()
    await expect(answer()).rejects.toThrow('no answer')
  })

  test('may take longer where that was allowed', { tags: 'slow' }, async () => {
    const client = await database.pool.connect()
    allowSilence(client)
    await client.query('select pg_sleep($1)', [(SILENCE_MS * 2) / 1000])
    client.release()
    expect(log.lines).toEqual([])
  })

  test('is not given up because this process was held up while the answer came', {
    tags: 'slow',
  }, async () => {
    // Without the gate, which would be held up too.
    const direct = openDatabase({ connection: server.connection, longestSilenceMs: SILENCE_MS, log })
    await direct.pool.query('select 1')
    const asked = direct.pool.query('select pg_sleep(0.05)')
    await new Promise((resolve) => setImmediate(resolve)) // it is sent
    const until = performance.now() + SILENCE_MS * 2
    while (performance.now() < until);
    await asked
    expect(log.lines).toEqual([])
    await direct.close()
  })
})

test('the system looks after idle connections too, from ten seconds on', async () => {
  const seen = vi.spyOn(Socket.prototype, 'setKeepAlive')
  try {
    await answer()
    expect(seen).toHaveBeenCalledWith(true, 10_000)
  } finally {
    seen.mockRestore()
  }
})
