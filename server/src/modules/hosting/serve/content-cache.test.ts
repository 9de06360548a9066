import { expect, test } from 'vitest'
import { createContentCache } from './content-cache.ts'

const content = (size: number) => async () => Buffer.alloc(size)

test('the one that was not asked for longest is evicted, and what is too large is not held', async () => {
  const cache = createContentCache(100)
  const never = async () => {
    throw new Error('it was held')
  }
  await cache.get('a', 'bytes', content(40))
  await cache.get('b', 'bytes', content(40))
  await cache.get('a', 'bytes', never)
  await cache.get('c', 'bytes', content(40))
  expect(cache.bytes()).toBe(80)
  await cache.get('a', 'bytes', never)
  await expect(async () => cache.get('b', 'bytes', never)).rejects.toThrow('it was held')
  await cache.get('large', 'bytes', content(101))
  expect(cache.bytes()).toBe(80)
})

test('the forms of a content are held apart', async () => {
  const cache = createContentCache(100)
  expect((await cache.get('a', 'bytes', content(1)))?.length).toBe(1)
  expect((await cache.get('a', 'gzip', content(2)))?.length).toBe(2)
  expect(cache.bytes()).toBe(3)
})

test('those who ask at once wait for one reading, and a failed one is tried again', async () => {
  const cache = createContentCache(100)
  let readings = 0
  const read = async () => {
    readings++
    if (readings === 1) throw new Error('broken')
    return Buffer.alloc(1)
  }
  const both = await Promise.allSettled([cache.get('a', 'bytes', read), cache.get('a', 'bytes', read)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await cache.get('a', 'bytes', read)
  expect(readings).toBe(2)
})
