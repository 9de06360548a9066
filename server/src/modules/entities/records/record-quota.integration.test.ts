/** How many records, and bytes of them, an app and a workspace may have. */
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { collectedLog } from '../../../../test/collected-log.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { QUOTAS } from '../../../tenancy/quotas/usual-quotas.ts'
import { createRecordQuota } from './record-quota.ts'
import { recordUsageStore } from './record-usage-store.ts'

const LIMITS = { 'app.records': 3, 'app.record_bytes': 10_000, 'workspace.records': 6 }

const app = useApp({ rate_limits: 'off', quotas: { ...QUOTAS, ...LIMITS } })

/** Somebody's app in a workspace of their own. */
async function scene(owner?: Person) {
  const person = owner ?? (await app.make.person('owner'))
  const { id: app_id } = await app.make.app(person)
  const at = { app_id, entity_name: 'Note' }
  const { records, schemas } = app.as(person)
  await schemas.set({ app_id, name: 'Note' }, { properties: { text: { type: 'string' } } })
  return { person, at, records }
}

/**
 * What is counted holds for a minute, and counting is done behind the request that asks for it. So each try is a minute
 * later: what one of them began to count may be of before the last write.
 */
const later = (write: () => Promise<unknown>) => {
  app.clock.move(61)
  return write().then(
    () => null,
    ({ status, code, body }) => ({ status, code, body }),
  )
}
async function refused(write: () => Promise<unknown>) {
  await expect.poll(() => later(write)).not.toBeNull()
  return later(write)
}
const by = (quota: keyof typeof QUOTAS, limit: number) => ({
  status: 402,
  code: 'quota_exceeded',
  body: expect.objectContaining({ quota, limit }),
})

test('more records than an app may have are refused, however they would be made; fewer are not', async () => {
  const { at, records } = await scene()
  const made = await records.bulk_create(
    at,
    Array.from({ length: 3 }, () => ({ text: 'a' })),
  )
  expect(await refused(() => records.create(at, { text: 'one more' }))).toEqual(by('app.records', 3))
  for (const write of [
    () => records.bulk_create(at, [{ text: 'b' }]),
    () => records.upsert(at, { key: 'text', records: [{ text: 'b' }] }),
    () => records.import(at, { file: new File(['text\nb\n'], 'notes.csv') }),
  ])
    await expect(write()).rejects.toMatchObject({ status: 402, code: 'quota_exceeded' })

  const [{ id: entity_id } = { id: '' }] = made
  expect(await records.update({ ...at, entity_id }, { text: 'changed' })).toMatchObject({ text: 'changed' })
  expect(await records.update_many(at, { query: {}, data: { $set: { text: 'c' } } })).toBeTruthy()

  for (const { id } of made) await records.delete({ ...at, entity_id: id })
  await expect.poll(() => later(() => records.create(at, { text: 'room' }))).toBeNull()
})

test('more bytes than an app may have are refused, also as changes', async () => {
  const { at, records } = await scene()
  const { id } = await records.create(at, { text: 'x'.repeat(10_000) })
  const larger = () => records.update({ ...at, entity_id: id }, { text: 'x'.repeat(20_000) })
  expect(await refused(larger)).toEqual(by('app.record_bytes', 10_000))
  for (const write of [
    () => records.update_many(at, { query: {}, data: { $set: { text: 'c' } } }),
    () => records.bulk_update(at, [{ id, text: 'c' } as { id: string }]),
    () => records.create(at, { text: 'c' }),
  ])
    await expect(write()).rejects.toMatchObject({ status: 402, code: 'quota_exceeded' })
  expect(await records.list(at)).toHaveLength(1)
})

describe('a workspace', () => {
  test('has a quota of bytes that holds for changes of records too', async () => {
    const { person, at, records } = await scene()
    await app.sql`update workspaces set quotas = '{"workspace.record_bytes": 4000, "app.record_bytes": 1000000}'
      where id = ${person.workspace_id}`
    const { id } = await records.create(at, { text: 'x'.repeat(5_000) })
    const larger = () => records.update({ ...at, entity_id: id }, { text: 'x'.repeat(6_000) })
    expect(await refused(larger)).toEqual(by('workspace.record_bytes', 4_000))
  })

  test('has a quota for all its apps together', async () => {
    const first = await scene()
    const second = await scene(first.person)
    const third = await scene(first.person)
    for (const { records, at } of [first, second])
      await records.bulk_create(
        at,
        Array.from({ length: 3 }, () => ({ text: 'a' })),
      )
    await third.records.create(third.at, { text: 'a' })
    // Each is counted after a write of its own.
    for (const { records, at } of [first, second]) await refused(() => records.create(at, { text: 'b' }))
    expect(await refused(() => third.records.create(third.at, { text: 'b' }))).toEqual(
      by('workspace.records', 6),
    )
    const elsewhere = await scene()
    expect(await elsewhere.records.create(elsewhere.at, { text: 'a' })).toMatchObject({ text: 'a' })
    // Nothing of other workspaces.
    const store = recordUsageStore(app.atrium.db)
    const used = await store.count(elsewhere.at.app_id, elsewhere.person.workspace_id)
    expect([used['app.records'], used['workspace.records']].map(Number)).toEqual([1, 1])
    expect(Number(used['workspace.record_bytes'])).toBe(Number(used['app.record_bytes']))
  })

  test('can have quotas of its own', async () => {
    const { person, at, records } = await scene()
    await app.sql`update workspaces set quotas = '{"app.records": 1}' where id = ${person.workspace_id}`
    await records.bulk_create(at, [{ text: 'a' }, { text: 'b' }])
    expect(await refused(() => records.create(at, { text: 'c' }))).toEqual(by('app.records', 1))
  })
})

test('who makes room is let in before the minute is over that a count holds', async () => {
  const { person, at, records } = await scene()
  const limits = { ...QUOTAS, 'app.records': 1 }
  const quota = createRecordQuota({
    db: app.atrium.db,
    clock: app.clock,
    log: collectedLog(),
    quotas: {
      of: async () => ({ workspace_id: person.workspace_id, limits }),
      ofWorkspace: async () => limits,
    },
  })
  const requireRoom = async () => {
    // The first one begins to count, the second one goes by it.
    for (const tolerated of [true, false]) {
      try {
        quota.requireRoom(at.app_id, 'new')
      } catch (error) {
        if (!tolerated) throw error
      }
      await quota.settle()
    }
  }
  const { id: entity_id } = await records.create(at, { text: 'a' })
  await expect(requireRoom()).rejects.toMatchObject({ code: 'quota_exceeded' })
  await records.delete({ ...at, entity_id })
  await expect(requireRoom()).rejects.toMatchObject({ code: 'quota_exceeded' })
  // Five seconds, or more where counting took long.
  app.clock.move(55)
  await expect(requireRoom()).resolves.toBeUndefined()
})

test('nothing is counted where there are no quotas', async () => {
  const free = await createTestApp({ database_url: app.databaseUrl, rate_limits: 'off', quotas: null })
  const { person, at } = await scene()
  const { records } = free.as(person)
  for (let i = 0; i < 6; i++) await records.create(at, { text: 'x'.repeat(10_000) })
  await free.stop()
  const rows = await app.sql`select from record_usage where app_id = ${at.app_id}`
  expect(rows).toEqual([])
})
