import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

function distance(a: string, b: string, most: number): number {
  const [left, right] = [Buffer.from(a), Buffer.from(`xx${b}yy`)]
  return editDistance(left, right, 2, right.length - 2, most)
}

test.each([
  ['london', 'london', 0],
  ['lodnon', 'london', 1],
  ['lndon', 'london', 1],
  ['londonn', 'london', 1],
  ['lomdon', 'london', 1],
  ['fransisko', 'francisco', 2],
  ['', 'ab', 2],
  ['paris', 'london', 3],
])('%s to %s takes %i', (a, b, expected) => {
  expect(distance(a, b, 2)).toBe(expected)
})

test('is what counting without a bound gives, up to the bound', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
  fc.assert(
    fc.property(texts, texts, fc.constantFrom(1, 2), (a, b, most) => {
      expect(distance(a, b, most)).toBe(Math.min(plainDistance(a, b), most + 1))
    }),
    { numRuns: 2_000 },
  )
})

function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i])
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let j = 0; j <= b.length; j++) (rows[0] ?? [])[j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      ;(rows[i] ?? [])[j] = Math.min(change, at(i - 1, j) + 1, at(i, j - 1) + 1, swap)
    }
  }
  return at(a.length, b.length)
}
