import { expect, test } from 'vitest'
import { nextTime } from './cron-times.ts'

/** A Tuesday. */
const NOW = '2026-11-17T10:30:20.000Z'

test.each([
  ['*/15 * * * *', 'UTC', '2026-11-17T10:45:00.000Z'],
  ['30 10 * * *', 'UTC', '2026-11-18T10:30:00.000Z'],
  ['0 9 * * 1', 'Europe/Berlin', '2026-11-23T08:00:00.000Z'],
  ['0 9 * * mon-fri', 'America/New_York', '2026-11-17T14:00:00.000Z'],
  ['0 0 * * 7', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['0 0 1 jan *', 'UTC', '2027-01-01T00:00:00.000Z'],
  ['0 12 29 2 *', 'UTC', '2028-02-29T12:00:00.000Z'],
  ['0 12 20 * 3', 'UTC', '2026-11-18T12:00:00.000Z'],
  ['0 0 */2 * 1', 'UTC', '2026-11-19T00:00:00.000Z'],
  ['0 12 20 * */3', 'UTC', '2026-11-18T12:00:00.000Z'],
  ['0 9 * * 6-7', 'UTC', '2026-11-21T09:00:00.000Z'],
  ['5/20 11 * * *', 'UTC', '2026-11-17T11:05:00.000Z'],
  ['0 0 1 7 *', 'Europe/Berlin', '2027-06-30T22:00:00.000Z'],
])('%s in %s comes next at %s', (cron, timezone, at) => {
  expect(nextTime(cron, timezone, new Date(NOW))?.toISOString()).toBe(at)
})

test.each([
  ['0 9 * *', 'UTC'],
  ['60 9 * * *', 'UTC'],
  ['0 9 * * 8', 'UTC'],
  ['0 9 30 2 *', 'UTC'],
  ['5-1 * * * *', 'UTC'],
  ['*/0 * * * *', 'UTC'],
  ['x * * * *', 'UTC'],
  ['0 9 1-5,3 * *', 'UTC'],
  ['0 9 * * 0,7', 'UTC'],
  ['0 9 * * mon,1', 'UTC'],
  ['0 9 * * *', 'Europe/Nowhere'],
])('%s in %s never comes', (cron, timezone) => {
  expect(nextTime(cron, timezone, new Date(NOW))).toBeNull()
})

test('an hour that clocks skip in spring comes as much later', () => {
  const before = new Date('2027-03-28T00:00:00.000Z')
  expect(nextTime('30 2 * * *', 'Europe/Berlin', before)?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
})
