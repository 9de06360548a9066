import { expect, test } from 'vitest'
import { dayPoint, daysBetween } from './day-points.ts'

test('days are counted over the end of a month and a change of clocks', () => {
  expect(daysBetween('2026-10-24', '2026-10-27')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
  ])
  expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(daysBetween('2026-11-15', '2026-11-15')).toEqual(['2026-11-15'])
  expect(daysBetween('2026-11-15', '2026-11-14')).toEqual([])
})

test('a day has a name in full and a short one', () => {
  expect(dayPoint('2026-11-05', new Date('2026-12-01T08:00:00Z'))).toEqual({
    key: '2026-11-05',
    label: 'Nov 5, 2026',
    short: 'Nov 5',
  })
})

test('today is not over, and says so', () => {
  const now = new Date('2026-11-05T08:00:00Z')
  expect(dayPoint('2026-11-05', now)).toMatchObject({ label: 'Nov 5, 2026, so far', isUnfinished: true })
  expect(dayPoint('2026-11-04', now)).not.toHaveProperty('isUnfinished')
})
