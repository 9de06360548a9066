import { expect, test } from 'vitest'
import { dayOf, endOfDay, formatDay, startOfDay, startOfNextDay } from './days.ts'

test.each([null, '', '2026-13-01', '2026-02-30', '15.11.2026', '2026-11-15T00:00:00Z'])(
  '%s names no day',
  (text) => {
    expect(dayOf(text)).toBeUndefined()
  },
)

test('a day runs from midnight to midnight in UTC, over the end of a year too', () => {
  expect(dayOf('2026-12-31')).toBe('2026-12-31')
  expect(startOfDay('2026-12-31')).toBe('2026-12-31T00:00:00.000Z')
  expect(endOfDay('2026-12-31')).toBe('2026-12-31T23:59:59.999Z')
  expect(startOfNextDay('2026-12-31')).toBe('2027-01-01T00:00:00.000Z')
  expect(formatDay('2026-12-31')).toBe('Dec 31, 2026')
})
