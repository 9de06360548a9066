import { getPriority } from 'node:os'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../log.ts'
import type { Db } from './db.ts'
import { openHeavyConnections } from './heavy-connections.ts'
import { type Asker, createHeavyQueries, type HeavyQueries } from './heavy-queries.ts'
import { createLongWork } from './long-work.ts'

const database = useStarted(emptyDatabase)

const slow = (seconds: number) => sql`select pg_sleep(${seconds})`

async function isAsleep(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(database.db)
  return rows.length > 0
}

const KNOWN = { of: 'app_1', isKnown: true }
const UNKNOWN = { of: 'app_1', isKnown: false }
const TOO_SLOW = { status: 400, code: 'query_too_slow' }
const TOO_MANY = { status: 429, code: 'rate_limited', headers: { 'Retry-After': '1' } }

/** `longestMs` of those who are known, of which the others have a fifth. */
function heavyQueries({ atOnce = 2, longestMs = 20_000 }) {
  const { hostname, port, username: user, pathname } = new URL(database.connection)
  // As of a server that we run: only there its processes are ours to put behind others.
  const connection = {
    host: decodeURIComponent(hostname),
    port: Number(port),
    user,
    database: pathname.slice(1),
  }
  const log = createLog('silent')
  const own = openHeavyConnections({ connection, atOnce, longestMs, largestAnswerBytes: 1_000_000, log })
  onTestFinished(() => own.close())
  return createHeavyQueries(own)
}

/** Begins one that lasts until `end` is called. */
async function held(heavy: HeavyQueries, asker: Asker) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const done = heavy(asker, async () => {
    begun.resolve()
    await over
  })
  await begun.promise
  return { end, done }
}

test('a heavy query is ended after its time, which is shorter for those who are not known', {
  tags: 'slow',
}, async () => {
  const heavy = heavyQueries({ longestMs: 1_000 })
  await expect(heavy(KNOWN, (db) => slow(5).execute(db))).rejects.toMatchObject(TOO_SLOW)
  await expect(heavy(UNKNOWN, (db) => slow(0.5).execute(db))).rejects.toMatchObject(TOO_SLOW)
  await heavy(KNOWN, (db) => slow(0.5).execute(db))
  await heavy(UNKNOWN, (db) => slow(0).execute(db))
})

test('a question of several statements is ended after the time of one', async () => {
  const heavy = heavyQueries({ longestMs: 300 })
  const endless = heavy(KNOWN, async (db, goOn) => {
    for (;;) {
      await slow(0.02).execute(db)
      goOn()
    }
  })
  await expect(endless).rejects.toMatchObject(TOO_SLOW)
})

test('those who are not known only read, and stand behind all others for the processor', async () => {
  const heavy = heavyQueries({})
  const write = (db: Db) => sql`create table t ()`.execute(db)
  await expect(heavy(UNKNOWN, write)).rejects.toMatchObject({ code: '25006' })
  await heavy(KNOWN, write)
  const priorityOf = (asker: Asker) =>
    heavy(asker, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      return getPriority(rows[0]?.pid)
    })
  expect(await priorityOf(UNKNOWN)).toBe((await priorityOf(KNOWN)) + 10)
})

test('an app has half of the places; the others of it wait, those of other apps do not', async () => {
  const heavy = heavyQueries({ atOnce: 4, longestMs: 1_000 })
  const first = [await held(heavy, KNOWN), await held(heavy, KNOWN)]
  let isThird = false
  const third = heavy(KNOWN, async () => {
    isThird = true
  })
  const other = [
    await held(heavy, { of: 'app_2', isKnown: true }),
    await held(heavy, { of: 'app_2', isKnown: true }),
  ]
  expect(isThird).toBe(false)
  first[0]?.end()
  await third
  for (const one of [...first, ...other]) {
    one.end()
    await one.done
  }
  await heavy(KNOWN, (db) => slow(0).execute(db))
})

test('those who are not known have half as many places, of their own', async () => {
  const heavy = heavyQueries({ atOnce: 4 })
  const stranger = await held(heavy, UNKNOWN)
  let isSecond = false
  const second = heavy(UNKNOWN, async () => {
    isSecond = true
  })
  const others = [
    await held(heavy, { ...UNKNOWN, of: 'app_2' }),
    ...(await Promise.all([1, 2].map((n) => held(heavy, { of: `app_${n}`, isKnown: true })))),
  ]
  expect(isSecond).toBe(false)
  stranger.end()
  await second
  for (const one of others) one.end()
  await Promise.all([stranger, ...others].map(({ done }) => done))
})

test('a place that is free goes to another app, not to the one that has its share', async () => {
  const heavy = heavyQueries({ atOnce: 2 })
  const first = await held(heavy, KNOWN)
  const second = await held(heavy, { of: 'app_2', isKnown: true })
  const order: string[] = []
  const waiting = ['app_1', 'app_1', 'app_3'].map((of) =>
    heavy({ of, isKnown: true }, async () => void order.push(of)),
  )
  second.end()
  await waiting[2]
  expect(order).toEqual(['app_3'])
  first.end()
  await Promise.all([...waiting, first.done, second.done])
  expect(order).toEqual(['app_3', 'app_1', 'app_1'])
})

test('who waits too long is refused, and takes no place with them', async () => {
  const heavy = heavyQueries({ atOnce: 1, longestMs: 300 })
  const long = await held(heavy, KNOWN)
  const waiting = [1, 2, 3].map(() => heavy(KNOWN, (db) => slow(0).execute(db)))
  for (const one of await Promise.allSettled(waiting))
    expect(one).toMatchObject({ status: 'rejected', reason: TOO_MANY })
  long.end()
  await long.done
  await heavy(KNOWN, (db) => slow(0).execute(db))
})

test('strangers of one address leave every other turn of an app to another address', async () => {
  const heavy = heavyQueries({ atOnce: 2 })
  const from = (by: string) => ({ ...UNKNOWN, by })
  const first = await held(heavy, from('192.0.2.1'))
  const order: string[] = []
  const ask = (by: string) => heavy(from(by), async () => void order.push(by))
  const waiting = [...Array(3).fill('192.0.2.1'), '192.0.2.2', '192.0.2.2'].map(ask)
  first.end()
  await Promise.all([...waiting, first.done])
  expect(order).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2', '192.0.2.1'])
})

test('a large answer rests its address, and others of the app for a second at most', async () => {
  const heavy = heavyQueries({ atOnce: 2, longestMs: 5_000 })
  const found = (by: string, mebibytes: number) =>
    heavy(
      { ...UNKNOWN, by },
      async () => by,
      () => mebibytes * 1024 * 1024,
    )
  await found('192.0.2.1', 1_000)
  const again = found('192.0.2.1', 0)
  const other = await found('192.0.2.2', 0)
  expect(other).toBe('192.0.2.2')
  await expect(again).rejects.toMatchObject(TOO_MANY)
})

test('no more than 20 of an address wait in an app', async () => {
  const heavy = heavyQueries({ atOnce: 2 })
  const from = (by: string) => ({ ...UNKNOWN, by })
  const long = await held(heavy, from('192.0.2.1'))
  const waiting = Array.from({ length: 20 }, () => heavy(from('192.0.2.1'), async () => 'done'))
  await expect(heavy(from('192.0.2.1'), async () => 'done')).rejects.toMatchObject(TOO_MANY)
  const other = heavy(from('192.0.2.2'), async () => 'done')
  long.end()
  expect(await Promise.all([...waiting, other])).toEqual(Array(21).fill('done'))
  await long.done
})

test('no more than 100 of an app wait at all', async () => {
  const heavy = heavyQueries({ atOnce: 2 })
  const long = await held(heavy, KNOWN)
  const waiting = Array.from({ length: 100 }, () => heavy(KNOWN, async () => 'done'))
  await expect(heavy(KNOWN, async () => 'done')).rejects.toMatchObject(TOO_MANY)
  expect(await heavy({ of: 'app_2', isKnown: true }, async () => 'done')).toBe('done')
  long.end()
  expect(await Promise.all(waiting)).toEqual(Array(100).fill('done'))
})

test('those who are not known wait until what they found is within their pace, and nobody else does', async () => {
  const heavy = heavyQueries({ atOnce: 1, longestMs: 1_500 })
  const found = (asker: Asker, mebibytes: number) =>
    heavy(
      asker,
      async () => mebibytes,
      (count) => count * 1024 * 1024,
    )
  expect(await found(KNOWN, 1_000)).toBe(1_000)
  expect(await found(UNKNOWN, 1_000)).toBe(1_000)
  await expect(found(UNKNOWN, 0)).rejects.toMatchObject(TOO_MANY)
  expect(await found({ ...UNKNOWN, of: 'app_2' }, 0)).toBe(0)
  expect(await found(KNOWN, 0)).toBe(0)
})

test('those who are not known wait for a too large answer as for all that it could be', async () => {
  const heavy = heavyQueries({ atOnce: 2 })
  const tooLarge = (asker: Asker) =>
    heavy(asker, (db) => sql`select repeat('x', 3000000)`.execute(db)).catch(({ code }) => code)
  const quick = async (asker: Asker) => {
    const begun = performance.now()
    await heavy(asker, (db) => sql`select 1`.execute(db))
    return performance.now() - begun
  }
  await quick(UNKNOWN)
  expect(await tooLarge(UNKNOWN)).toBe('answer_too_large')
  // Half of a million bytes, at 8 MiB a second.
  expect(await quick(UNKNOWN)).toBeGreaterThanOrEqual(50)
})

test('a failure gives the place back', async () => {
  const heavy = heavyQueries({ atOnce: 1 })
  for (let i = 0; i < 3; i++)
    await expect(heavy(KNOWN, (db) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({ code: '22012' })
})

test('long work has no time limit, ends when it is asked to, and takes its session with it', async () => {
  const longWork = createLongWork(database.pool, createLog('silent'))
  const own = await longWork(new AbortController().signal, async (db) => {
    await sql`select pg_advisory_lock(42)`.execute(db)
    const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(db)
    return rows[0]?.ms
  })
  expect(own).toBe('0')
  // The session ends a moment after its socket; anyone who waits for its lock gets it.
  await sql`select pg_advisory_lock(42)`.execute(database.db)

  const ending = new AbortController()
  const work = longWork(ending.signal, (db) => slow(50).execute(db))
  work.catch(() => {}) // it may end while the next statement is asked
  await expect.poll(isAsleep).toBe(true) // what is ended must have begun
  ending.abort()
  await expect(work).rejects.toMatchObject({ code: '57014' })
})
