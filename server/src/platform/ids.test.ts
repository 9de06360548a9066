import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeId } from './ids.ts'

describe('an id', () => {
  test('says its kind and has one form', () => {
    expect(makeId('fld')).toMatch(/^fld_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('sorts by the time of its making', () => {
    const time = fc.integer({ min: 0, max: 2 ** 47 })
    fc.assert(
      fc.property(time, time, (a, b) => {
        fc.pre(a !== b)
        const [one, other] = [makeId('x', new Date(a)), makeId('x', new Date(b))]
        expect(one < other).toBe(a < b)
      }),
    )
  })

  test('sorts after those of the same millisecond that were made before it', () => {
    for (let time = 0; time < 200; time++) {
      const made = Array.from({ length: 50 }, () => makeId('x', new Date(time)))
      expect(made.toSorted()).toEqual(made)
    }
  })

  test('sorts so also when others are made in between, of moments before and after', () => {
    const made = Array.from({ length: 500 }, (_, turn) => {
      makeId('x', new Date(2_000 + turn))
      makeId('x', new Date(turn % 7))
      return makeId('x', new Date(1_000))
    })
    expect(made.toSorted()).toEqual(made)
  })

  test('never comes twice, within a millisecond or when the clock goes backwards', () => {
    const made = new Set<string>()
    const start = Date.now()
    for (let turn = 0; turn < 50_000; turn++) made.add(makeId('x', new Date(start - (turn % 7))))
    expect(made.size).toBe(50_000)
  })

  test('cannot be guessed from the one before', () => {
    const now = new Date()
    const ends = Array.from({ length: 500 }, () => makeId('x', now).slice(-12))
    const first = new Set(ends.map((end) => end[0]))
    expect(new Set(ends).size).toBe(500)
    expect(first.size).toBeGreaterThan(20)
  })
})
