import { expect, test } from 'vitest'
import { everyStatsDay, percent } from './stats-days.ts'

test('days without runs have a place among the others', () => {
  const day = { day: '2026-11-16', passed: 2, failed: 1, other: 0, median_ms: 900 }
  const days = everyStatsDay([day], new Date('2026-11-17T10:00:00Z'))
  expect(days).toHaveLength(30)
  expect(days.at(-2)).toEqual(day)
  expect(days[0]).toMatchObject({ day: '2026-10-19', passed: 0 })
})

test.each([
  [0, '0 %'],
  [0.067, '6.7 %'],
  [0.5, '50 %'],
  [1, '100 %'],
])('%d is %s', (part, text) => {
  expect(percent(part)).toBe(text)
})
