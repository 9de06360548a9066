import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTime as nextOnServer, readSchedule } from '../../../../server/src/platform/time/cron.ts'
import { NAMED_CRONS } from '../../cron-words.ts'
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
  ['0 9 L * *', 'UTC', '2026-11-30T09:00:00.000Z'],
  ['0 9 1,L * *', 'UTC', '2026-11-30T09:00:00.000Z'],
  ['0 9 L 2 *', 'UTC', '2027-02-28T09:00:00.000Z'],
  ['0 9 * * 5L', 'Europe/Berlin', '2026-11-27T08:00:00.000Z'],
  ['0 9 * * friL', 'UTC', '2026-11-27T09:00:00.000Z'],
  ['0 9 * * mon#2', 'UTC', '2026-12-14T09:00:00.000Z'],
  ['0 9 * * 2#3', 'UTC', '2026-12-15T09:00:00.000Z'],
  ['0 9 ? * *', 'UTC', '2026-11-18T09:00:00.000Z'],
  ['0 9 * MAR THU', 'UTC', '2027-03-04T09:00:00.000Z'],
  ['@daily', 'Europe/Berlin', '2026-11-17T23:00:00.000Z'],
  ['@weekends', 'UTC', '2026-11-21T00:00:00.000Z'],
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
  ['0 9 l * *', 'UTC'],
  ['0 9 * * L', 'UTC'],
  ['0 9 * * 1#6', 'UTC'],
  ['0 9 * * 1,2#2', 'UTC'],
  ['0 9 * * 5L,5L', 'UTC'],
  ['@secondly', 'UTC'],
  ['H 9 * * *', 'UTC'],
])('%s in %s never comes', (cron, timezone) => {
  expect(nextTime(cron, timezone, new Date(NOW))).toBeNull()
})

test('an hour that clocks skip in spring comes as much later', () => {
  const before = new Date('2027-03-28T00:00:00.000Z')
  expect(nextTime('30 2 * * *', 'Europe/Berlin', before)?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
})

const numbers = (least: number, most: number) => fc.integer({ min: least, max: most })
const field = (least: number, most: number, ...more: fc.Arbitrary<string>[]) => {
  const one = numbers(least, most)
  const range = fc.tuple(one, one).map((pair) => pair.toSorted((a, b) => a - b).join('-'))
  const part = fc.oneof(
    one.map(String),
    range,
    fc.tuple(fc.constantFrom('*', '?'), numbers(1, 9)).map((all) => all.join('/')),
  )
  return fc.oneof(
    fc.constantFrom('*', '?'),
    part,
    fc.array(one, { minLength: 1, maxLength: 3 }).map(String),
    ...more,
  )
}
const NAMES = ['sun', 'MON', 'tue', 'Wed', 'thu', 'FRI', 'sat']
const crons = fc.oneof(
  fc.constantFrom(...Object.keys(NAMED_CRONS), '@minutely', '@x'),
  fc
    .tuple(
      field(0, 60),
      field(0, 24),
      field(0, 32, fc.constantFrom('L', '1,L', '15,L')),
      field(1, 12, fc.constantFrom('jan', 'FEB', 'mar-may', 'jul,aug')),
      field(
        0,
        7,
        fc.constantFrom(...NAMES, 'mon-fri', 'friL', '5L,1L', '3,5L', '7L', 'L'),
        fc.tuple(numbers(0, 7), numbers(0, 6)).map((pair) => pair.join('#')),
      ),
    )
    .map((fields) => fields.join(' ')),
)

test('whatever the server takes is read here, and comes at the same time', () => {
  const isTaken = (cron: string, now: Date) => {
    try {
      readSchedule({ cron }, [], now)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(crons, numbers(0, 3_000), (cron, days) => {
      const now = new Date(Date.UTC(2026, 0, 1, 12, 30) + days * 86_400_000)
      const server = isTaken(cron, now) ? nextOnServer(cron, 'UTC', now) : null
      expect([cron, nextTime(cron, 'UTC', now)]).toEqual([cron, server])
    }),
    { numRuns: 2_000 },
  )
})
