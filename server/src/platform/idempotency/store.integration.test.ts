import { afterEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { purgeKeys } from './purge-keys.ts'
import { type KeyRow, keyStore } from './store.ts'

const database = useStarted(migratedDatabase)
afterEach(() => database.pool.query('delete from idempotency_keys'))

const NOW = new Date('2026-11-19T12:00:00Z')
const DAY = 24 * 3600
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const at = (seconds: number) => ({ now: after(seconds), oldest: after(seconds - DAY) })
const row = (id: string, more: Partial<KeyRow> = {}): KeyRow => ({
  ...{ id, caller: 'one', fingerprint: Buffer.of(1), answer: null, holder: null, lease_until: null },
  created_date: NOW,
  ...more,
})
const store = () => keyStore(database.db)
const ids = async () =>
  (await database.pool.query('select id from idempotency_keys order by id')).rows.map(({ id }) => id)
const answerOf = async (id: string) => (await store().find(id, at(0)))?.answer

test('only who carries a request out extends it, answers it or gives it up', async () => {
  await store().add(row('k', { holder: 'me', lease_until: after(30) }), at(0))
  expect(await store().extend('k', 'other', after(3_600))).toBe(false)
  await store().finish('k', 'other', 'forged')
  await store().release('k', 'other')
  expect(await answerOf('k')).toBeNull()
  expect(await store().extend('k', 'me', after(60))).toBe(true)
  // Extended: who comes after the first lease would have ended does not get it.
  expect(await store().add(row('k', { holder: 'other', lease_until: after(90) }), at(31))).toBe(false)
  await store().finish('k', 'me', 'done')
  // What was answered is not given up, however the request ends after that.
  await store().release('k', 'me')
  expect(await answerOf('k')).toBe('done')
})

test('whose lease has ended has nothing to say any more about the request of the next one', async () => {
  await store().add(row('k', { holder: 'late', lease_until: after(30) }), at(0))
  expect(await store().find('k', at(30))).toBeUndefined()
  expect(await store().add(row('k', { holder: 'next', lease_until: after(60) }), at(29))).toBe(false)
  expect(await store().add(row('k', { holder: 'next', lease_until: after(60) }), at(30))).toBe(true)
  expect(await store().extend('k', 'late', after(90))).toBe(false)
  await store().release('k', 'late')
  await store().finish('k', 'late', 'too late')
  expect(await answerOf('k')).toBeNull()
  await store().finish('k', 'next', 'done')
  expect(await answerOf('k')).toBe('done')
})

test('what is being carried out is not trimmed, and takes no place of what was answered', async () => {
  for (const [n, answer] of ['1234567890', null, '1234567890', null, '1234567890'].entries())
    await store().add(row(`k${n}`, { answer, created_date: after(-n) }), at(0))
  await store().trim('one', { keys: 2, bytes: 20 })
  expect(await ids()).toEqual(['k0', 'k1', 'k2', 'k3'])
})

test('a key is known for a day to the second, and all that are older go, however many they are', async () => {
  await store().add(row('known', { answer: 'x', created_date: after(1 - DAY) }), at(0))
  await database.pool.query(
    `insert into idempotency_keys (id, caller, fingerprint, answer, created_date)
     select 'old' || n, 'one', '\\x01', 'x', $1 from generate_series(1, 5001) n`,
    [after(-DAY)],
  )
  expect(await answerOf('known')).toBe('x')
  expect(await answerOf('old1')).toBeUndefined()
  const context = { attempt: 1, signal: new AbortController().signal }
  await purgeKeys.run({ db: database.db, clock: { now: () => NOW } } as never, {}, context)
  expect(await ids()).toEqual(['known'])
})
