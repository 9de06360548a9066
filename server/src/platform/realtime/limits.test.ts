import { describe, expect, test } from 'vitest'
import { allowance, tally } from './limits.ts'

describe('an allowance', () => {
  test('is there at once, and comes back over a minute', () => {
    let now = 0
    const joins = allowance(60, () => now)
    const taken = () => {
      let count = 0
      while (joins.take()) count++
      return count
    }
    expect(taken()).toBe(60)
    now += 10_000
    expect(taken()).toBe(10)
    now += 600_000
    expect(taken()).toBe(60)
  })
})

describe('a tally', () => {
  test('counts by key and forgets what is nothing', () => {
    const byKey = tally()
    byKey.add('__proto__')
    byKey.add('__proto__')
    byKey.remove('__proto__')
    byKey.remove('never added')
    expect(['__proto__', 'never added', 'toString'].map(byKey.count)).toEqual([1, 0, 0])
  })
})
