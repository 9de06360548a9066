import { describe, expect, test } from 'vitest'
import { aggregateBy, eventsViewOf, seriesOf, sinceOf } from './event-view.ts'

const NOW = new Date('2026-11-15T09:30:00Z')

const row = (bucket: string, count: number) => ({
  bucket,
  count,
  unique_users: 1,
  sum: 10 * count,
  avg: 10,
  percentiles: [
    { percentile: 50, value: 7 },
    { percentile: 95, value: null },
  ],
})

describe('the time of the explorer', () => {
  test('is whole days of UTC, today included, so that every point holds all of its day', () => {
    expect(sinceOf({ days: '7' }, NOW)).toEqual({ since: '2026-11-09T00:00:00.000Z' })
    expect(sinceOf({}, NOW)).toEqual({ since: '2026-10-17T00:00:00.000Z' })
  })

  test('is the last 24 hours, this one included', () => {
    expect(sinceOf({ days: '1' }, NOW)).toEqual({ since: '2026-11-14T10:00:00.000Z' })
    expect(aggregateBy({ days: '1' })).toEqual({ bucket: 'hour' })
  })

  test('is 30 days for an address that names no known one', () => {
    expect(sinceOf({ days: '9999' }, NOW)).toEqual(sinceOf({ days: '30' }, NOW))
  })
})

describe('the points of the chart', () => {
  test('are all days, also those in which nothing happened', () => {
    const rows = [row('2026-11-10T00:00:00.000Z', 3), row('2026-11-15T00:00:00.000Z', 5)]
    const { points, values } = seriesOf(rows, { days: '7' }, NOW)
    expect(points.map(({ key }) => key)).toEqual([
      '2026-11-09',
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
      '2026-11-14',
      '2026-11-15',
    ])
    expect(values).toEqual([0, 3, 0, 0, 0, 0, 5])
  })

  test.each([
    ['unique_users', 1],
    ['sum', 30],
    ['avg', 10],
    ['p50', 7],
    ['p95', 0],
    ['nonsense', 3],
  ])('tell %s', (measure, value) => {
    const rows = [row('2026-11-15T09:00:00.000Z', 3)]
    const { points, values } = seriesOf(rows, { days: '1', measure }, NOW)
    expect(points).toHaveLength(24)
    expect(points.at(-1)).toMatchObject({
      ...{ short: '09:00', label: '2026-11-15 09:00 UTC, so far', isUnfinished: true },
    })
    expect(points.at(-2)).not.toHaveProperty('isUnfinished')
    expect(values.at(-1)).toBe(value)
  })
})

test('a property is asked for only by measures that need one', () => {
  const view = eventsViewOf(new URLSearchParams('event=bought&property=total&measure=count'))
  expect(aggregateBy(view)).toEqual({ event_name: 'bought', bucket: 'day' })
  expect(aggregateBy({ ...view, measure: 'p95' })).toEqual({
    event_name: 'bought',
    bucket: 'day',
    property: 'total',
    percentiles: [50, 95],
  })
})
