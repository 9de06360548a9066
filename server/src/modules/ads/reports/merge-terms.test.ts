import { expect, test } from 'vitest'
import { mergeTerms } from './merge-terms.ts'

const row = (campaign_id: string, search_term: string, impressions: number, fields = {}) => ({
  ...{ campaign_id, search_term, impressions, clicks: 0, cost_micros: 0, conversions: 0 },
  ...fields,
})

test('terms that differ only in case are one, called as most people wrote it', () => {
  const merged = mergeTerms([
    row('1', 'Oak Table', 3, { clicks: 1, cost_micros: 500_000, conversions: 0.1 }),
    row('1', 'oak table', 7, { clicks: 2, cost_micros: 750_000, conversions: 0.2 }),
    row('1', 'OAK TABLE', 1),
  ])
  const sums = { impressions: 11, clicks: 3, cost_micros: 1_250_000, conversions: 0.3 }
  expect(merged).toEqual([{ campaign_id: '1', search_term: 'oak table', ...sums }])
})

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['Café', 'CAFE\u0301'],
])('%s is %s', (one, other) => {
  expect(mergeTerms([row('1', one, 2), row('1', other, 1)])).toMatchObject([
    { search_term: one, impressions: 3 },
  ])
})

test('the same term of another campaign, and one with other marks, are rows of their own', () => {
  expect(mergeTerms([row('1', 'cafe', 1), row('2', 'cafe', 1), row('1', 'café', 1)])).toHaveLength(3)
})

test('most impressions come first, then most clicks, then the term, then the campaign', () => {
  const rows = [
    row('1', 'b', 5),
    row('2', 'a', 5),
    row('1', 'a', 5),
    row('1', 'z', 5, { clicks: 1 }),
    row('1', 'y', 9),
  ]
  const order = ['1 y', '1 z', '1 a', '2 a', '1 b']
  const reported = (all: typeof rows) =>
    mergeTerms(all).map(({ campaign_id, search_term }) => `${campaign_id} ${search_term}`)
  expect(reported(rows)).toEqual(order)
  expect(reported(rows.toReversed())).toEqual(order)
})

test('the order is that of the sums', () => {
  const merged = mergeTerms([row('1', 'rare', 4), row('1', 'Often', 3), row('1', 'often', 3)])
  expect(merged.map(({ impressions }) => impressions)).toEqual([6, 4])
})
