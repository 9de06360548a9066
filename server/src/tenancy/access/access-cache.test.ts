import { expect, test } from 'vitest'
import { createAccessCache } from './access-cache.ts'

const visit = { app_id: 'app_1', credential_id: 'crd_1', user_id: 'usr_1' }

function counted() {
  let reads = 0
  const find = async () => ({ read: ++reads })
  return { find, reads: () => reads }
}

test('a visit is read once and is the same object', async () => {
  const [cache, { find, reads }] = [createAccessCache<object>(), counted()]
  expect(await cache.of(visit, find)).toBe(await cache.of(visit, find))
  expect(reads()).toBe(1)
})

test('another credential and another app are other cache', async () => {
  const [cache, { find, reads }] = [createAccessCache<object>(), counted()]
  await cache.of(visit, find)
  await cache.of({ ...visit, credential_id: 'crd_2' }, find)
  await cache.of({ ...visit, app_id: 'app_2' }, find)
  expect(reads()).toBe(3)
})

test.each(['app_1', 'usr_1'])('%s is forgotten, others are not', async (id) => {
  const [cache, { find, reads }] = [createAccessCache<object>(), counted()]
  const other = { app_id: 'app_2', credential_id: 'crd_2', user_id: 'usr_2' }
  await cache.of(visit, find)
  await cache.of(other, find)
  cache.invalidate(id)
  await cache.of(other, find)
  expect(reads()).toBe(2)
  await cache.of(visit, find)
  expect(reads()).toBe(3)
})

test('what is forgotten while it is being read is not remembered', async () => {
  const cache = createAccessCache<object>()
  const held = Promise.withResolvers<object>()
  const first = cache.of(visit, () => held.promise)
  cache.invalidate('app_1')
  held.resolve({ old: true })
  await first
  expect(await cache.of(visit, async () => ({ old: false }))).toEqual({ old: false })
})

test('who is not let in, and what failed, is read again', async () => {
  const cache = createAccessCache<object>()
  expect(await cache.of(visit, async () => null)).toBeNull()
  await expect(cache.of(visit, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.of(visit, async () => ({ found: true }))).toEqual({ found: true })
})

test('everything is forgotten at once', async () => {
  const [cache, { find, reads }] = [createAccessCache<object>(), counted()]
  await cache.of(visit, find)
  cache.invalidateAll()
  await cache.of(visit, find)
  expect(reads()).toBe(2)
})
