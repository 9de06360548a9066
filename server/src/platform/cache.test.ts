import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

function scene() {
  let time = 0
  const cache = createCache<string>({ ms: 10, most: 2, now: () => time })
  const pass = (ms: number) => {
    time += ms
  }
  return { cache, pass }
}

test('a value is remembered for its time', () => {
  const { cache, pass } = scene()
  cache.set('a', 'A')
  pass(9)
  expect(cache.get('a')).toBe('A')
  pass(1)
  expect(cache.get('a')).toBeUndefined()
})

test('the oldest is evicted when there are too many; one that is set again is the newest', () => {
  const { cache } = scene()
  for (const key of ['a', 'b', 'a', 'c']) cache.set(key, key)
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['a', undefined, 'c'])
})

test('what was read while something changed is not remembered', async () => {
  const { cache } = scene()
  const held = Promise.withResolvers<string>()
  const loading = cache.load('a', () => held.promise)
  cache.invalidate()
  held.resolve('old')
  expect(await loading).toBe('old')
  expect(cache.get('a')).toBeUndefined()
  await cache.load('a', async () => 'new')
  expect(cache.get('a')).toBe('new')
})

test('what is not there is read again, and takes no place of others', async () => {
  const { cache } = scene()
  for (const key of ['a', 'b']) cache.set(key, key)
  expect(await cache.load('c', async () => undefined)).toBeUndefined()
  expect(['a', 'b'].map(cache.get)).toEqual(['a', 'b'])
})

test('values are evicted by what they are, or all', () => {
  const { cache } = scene()
  for (const key of ['a', 'b']) cache.set(key, key)
  cache.evict('a', 'another')
  cache.invalidate((value) => value === 'b')
  expect(['a', 'b'].map(cache.get)).toEqual(['a', undefined])
  cache.evict('a', 'a')
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', 'a')
  cache.invalidate()
  expect(cache.get('a')).toBeUndefined()
})
