import { expect, test } from 'vitest'
import { createVisits } from './visits.ts'

const visit = { app_id: 'app_1', credential_id: 'crd_1', user_id: 'usr_1' }

function counted() {
  let reads = 0
  const find = async () => ({ read: ++reads })
  return { find, reads: () => reads }
}

test('a visit is read once and is the same object', async () => {
  const [visits, { find, reads }] = [createVisits<object>(), counted()]
  expect(await visits.of(visit, find)).toBe(await visits.of(visit, find))
  expect(reads()).toBe(1)
})

test('another credential and another app are other visits', async () => {
  const [visits, { find, reads }] = [createVisits<object>(), counted()]
  await visits.of(visit, find)
  await visits.of({ ...visit, credential_id: 'crd_2' }, find)
  await visits.of({ ...visit, app_id: 'app_2' }, find)
  expect(reads()).toBe(3)
})

test.each(['app_1', 'usr_1'])('%s is forgotten, others are not', async (id) => {
  const [visits, { find, reads }] = [createVisits<object>(), counted()]
  const other = { app_id: 'app_2', credential_id: 'crd_2', user_id: 'usr_2' }
  await visits.of(visit, find)
  await visits.of(other, find)
  visits.forget(id)
  await visits.of(other, find)
  expect(reads()).toBe(2)
  await visits.of(visit, find)
  expect(reads()).toBe(3)
})

test('what is forgotten while it is being read is not remembered', async () => {
  const visits = createVisits<object>()
  const held = Promise.withResolvers<object>()
  const first = visits.of(visit, () => held.promise)
  visits.forget('app_1')
  held.resolve({ old: true })
  await first
  expect(await visits.of(visit, async () => ({ old: false }))).toEqual({ old: false })
})

test('who is not let in, and what failed, is read again', async () => {
  const visits = createVisits<object>()
  expect(await visits.of(visit, async () => null)).toBeNull()
  await expect(visits.of(visit, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await visits.of(visit, async () => ({ found: true }))).toEqual({ found: true })
})

test('everything is forgotten at once', async () => {
  const [visits, { find, reads }] = [createVisits<object>(), counted()]
  await visits.of(visit, find)
  visits.forgetAll()
  await visits.of(visit, find)
  expect(reads()).toBe(2)
})
