import { DATE_PRESETS } from '@atrium/contract/ads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatePreset, daysOf } from './date-presets.ts'

const ZONES = [
  'UTC',
  'Pacific/Kiritimati', // 14 hours ahead
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe', // changes its clocks by half an hour
  'Asia/Kolkata', // half an hour next to the others, all year
  'America/Sao_Paulo', // changed its clocks at midnight until 2019
]

function days(preset: DatePreset, now: string, zone = 'UTC'): string | null {
  const found = daysOf(preset, new Date(now), zone)
  return found && `${found.first} … ${found.last}`
}

describe('on a Wednesday', () => {
  test.each([
    ['TODAY', '2026-11-18 … 2026-11-18'],
    ['YESTERDAY', '2026-11-17 … 2026-11-17'],
    ['LAST_7_DAYS', '2026-11-12 … 2026-11-18'],
    ['LAST_14_DAYS', '2026-11-04 … 2026-11-17'],
    ['LAST_30_DAYS', '2026-10-20 … 2026-11-18'],
    ['LAST_90_DAYS', '2026-08-21 … 2026-11-18'],
    ['THIS_WEEK_MON_TODAY', '2026-11-16 … 2026-11-18'],
    ['THIS_WEEK_SUN_TODAY', '2026-11-15 … 2026-11-18'],
    ['LAST_WEEK_MON_SUN', '2026-11-09 … 2026-11-15'],
    ['LAST_WEEK_SUN_SAT', '2026-11-08 … 2026-11-14'],
    ['LAST_BUSINESS_WEEK', '2026-11-09 … 2026-11-13'],
    ['THIS_MONTH', '2026-11-01 … 2026-11-17'],
    ['LAST_MONTH', '2026-10-01 … 2026-10-31'],
  ] as const)('%s is %s', (preset, expected) => {
    expect(days(preset, '2026-11-18T12:00:00Z')).toBe(expected)
  })
})

describe('where a week begins', () => {
  test.each([
    // Sunday 15 November
    ['THIS_WEEK_MON_TODAY', '2026-11-15T12:00:00Z', '2026-11-09 … 2026-11-15'],
    ['THIS_WEEK_SUN_TODAY', '2026-11-15T12:00:00Z', '2026-11-15 … 2026-11-15'],
    ['LAST_WEEK_MON_SUN', '2026-11-15T12:00:00Z', '2026-11-02 … 2026-11-08'],
    ['LAST_WEEK_SUN_SAT', '2026-11-15T12:00:00Z', '2026-11-08 … 2026-11-14'],
    ['LAST_BUSINESS_WEEK', '2026-11-15T12:00:00Z', '2026-11-02 … 2026-11-06'],
    // Monday 16 November
    ['THIS_WEEK_MON_TODAY', '2026-11-16T12:00:00Z', '2026-11-16 … 2026-11-16'],
    ['THIS_WEEK_SUN_TODAY', '2026-11-16T12:00:00Z', '2026-11-15 … 2026-11-16'],
    ['LAST_WEEK_MON_SUN', '2026-11-16T12:00:00Z', '2026-11-09 … 2026-11-15'],
    ['LAST_WEEK_SUN_SAT', '2026-11-16T12:00:00Z', '2026-11-08 … 2026-11-14'],
    ['LAST_BUSINESS_WEEK', '2026-11-16T12:00:00Z', '2026-11-09 … 2026-11-13'],
    // Saturday 14 November
    ['THIS_WEEK_SUN_TODAY', '2026-11-14T12:00:00Z', '2026-11-08 … 2026-11-14'],
    ['LAST_WEEK_SUN_SAT', '2026-11-14T12:00:00Z', '2026-11-01 … 2026-11-07'],
    // over the end of a year
    ['THIS_WEEK_MON_TODAY', '2027-01-01T12:00:00Z', '2026-12-28 … 2027-01-01'],
  ] as const)('%s at %s is %s', (preset, now, expected) => {
    expect(days(preset, now)).toBe(expected)
  })
})

describe('at the end of a month', () => {
  test.each([
    ['THIS_MONTH', '2026-12-01T12:00:00Z', null],
    ['THIS_MONTH', '2026-12-02T12:00:00Z', '2026-12-01 … 2026-12-01'],
    ['THIS_MONTH', '2026-11-30T12:00:00Z', '2026-11-01 … 2026-11-29'],
    ['LAST_MONTH', '2026-12-01T12:00:00Z', '2026-11-01 … 2026-11-30'],
    ['LAST_MONTH', '2026-12-31T12:00:00Z', '2026-11-01 … 2026-11-30'],
    ['LAST_MONTH', '2027-01-31T12:00:00Z', '2026-12-01 … 2026-12-31'],
    ['LAST_MONTH', '2026-03-31T12:00:00Z', '2026-02-01 … 2026-02-28'],
    ['LAST_MONTH', '2028-03-31T12:00:00Z', '2028-02-01 … 2028-02-29'],
    ['YESTERDAY', '2028-03-01T12:00:00Z', '2028-02-29 … 2028-02-29'],
    ['LAST_7_DAYS', '2026-03-03T12:00:00Z', '2026-02-25 … 2026-03-03'],
    ['LAST_90_DAYS', '2028-03-31T12:00:00Z', '2028-01-02 … 2028-03-31'],
  ] as const)('%s at %s is %s', (preset, now, expected) => {
    expect(days(preset, now)).toBe(expected)
  })
})

describe('a day begins at midnight of the account', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-11-17T09:59:59.999Z', '2026-11-17', '2026-11-17T10:00:00Z', '2026-11-18'],
    ['America/Los_Angeles', '2026-11-18T07:59:59.999Z', '2026-11-17', '2026-11-18T08:00:00Z', '2026-11-18'],
    ['Europe/Berlin', '2026-11-17T22:59:59.999Z', '2026-11-17', '2026-11-17T23:00:00Z', '2026-11-18'],
    ['Asia/Kolkata', '2026-11-17T18:29:59.999Z', '2026-11-17', '2026-11-17T18:30:00Z', '2026-11-18'],
    ['Australia/Lord_Howe', '2026-11-17T12:59:59.999Z', '2026-11-17', '2026-11-17T13:00:00Z', '2026-11-18'],
  ] as const)('in %s', (zone, before, dayBefore, after, dayAfter) => {
    expect(days('TODAY', before, zone)).toBe(`${dayBefore} … ${dayBefore}`)
    expect(days('TODAY', after, zone)).toBe(`${dayAfter} … ${dayAfter}`)
    expect(days('YESTERDAY', after, zone)).toBe(`${dayBefore} … ${dayBefore}`)
  })

  test('so one moment can lie in two months', () => {
    const now = '2026-12-01T07:30:00Z'
    expect(days('THIS_MONTH', now, 'America/Los_Angeles')).toBe('2026-11-01 … 2026-11-29')
    expect(days('THIS_MONTH', now, 'Europe/Berlin')).toBeNull()
    expect(days('LAST_MONTH', now, 'America/Los_Angeles')).toBe('2026-10-01 … 2026-10-31')
    expect(days('LAST_MONTH', now, 'Pacific/Kiritimati')).toBe('2026-11-01 … 2026-11-30')
  })
})

describe('no day is lost or doubled when clocks change', () => {
  test.each([
    // an hour forward on 8 March, an hour back on 1 November
    ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-02 … 2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T07:00:00Z', '2026-03-03 … 2026-03-09'],
    ['America/Los_Angeles', '2026-11-02T07:59:59Z', '2026-10-26 … 2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T08:00:00Z', '2026-10-27 … 2026-11-02'],
    // forward on 29 March, back on 25 October
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-23 … 2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-24 … 2026-03-30'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-19 … 2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-20 … 2026-10-26'],
    // half an hour back on 5 April, forward on 4 October
    ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', '2026-03-30 … 2026-04-05'],
    ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', '2026-03-31 … 2026-04-06'],
    ['Australia/Lord_Howe', '2026-10-04T12:59:59Z', '2026-09-28 … 2026-10-04'],
    ['Australia/Lord_Howe', '2026-10-04T13:00:00Z', '2026-09-29 … 2026-10-05'],
    // the day whose midnight there was not: 4 November 2018 began at one
    ['America/Sao_Paulo', '2018-11-04T02:59:59Z', '2018-10-28 … 2018-11-03'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-10-29 … 2018-11-04'],
  ] as const)('in %s at %s', (zone, now, expected) => {
    expect(days('LAST_7_DAYS', now, zone)).toBe(expected)
  })
})

test('at any moment, anywhere, presets have the days they promise and meet without a gap', () => {
  const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (now, zone) => {
      const of = Object.fromEntries(DATE_PRESETS.map((preset) => [preset, daysOf(preset, now, zone)]))
      const today = of.TODAY?.first ?? ''
      for (const [preset, found] of Object.entries(of)) {
        if (found === null) {
          expect([preset, today.slice(8)]).toEqual(['THIS_MONTH', '01'])
          continue
        }
        expect(found.first <= found.last).toBe(true)
        expect(found.last <= today).toBe(true)
        const count = LENGTHS[preset]
        if (count !== undefined)
          expect([preset, number(found.last) - number(found.first) + 1]).toEqual([preset, count])
      }
      for (const [earlier, later] of MEET) {
        const [before, after] = [of[earlier], of[later]]
        if (before && after) expect(number(after.first)).toBe(number(before.last) + 1)
      }
      expect(weekday(of.THIS_WEEK_MON_TODAY?.first)).toBe(1)
      expect(weekday(of.THIS_WEEK_SUN_TODAY?.first)).toBe(0)
      const lastMonday = of.LAST_WEEK_MON_SUN?.first
      expect(weekday(lastMonday)).toBe(1)
      expect(of.LAST_BUSINESS_WEEK?.first).toBe(lastMonday)
      expect(of.LAST_MONTH?.first.slice(8)).toBe('01')
    }),
    { numRuns: 500 },
  )
})

const LENGTHS: Record<string, number> = {
  TODAY: 1,
  YESTERDAY: 1,
  LAST_7_DAYS: 7,
  LAST_14_DAYS: 14,
  LAST_30_DAYS: 30,
  LAST_90_DAYS: 90,
  LAST_WEEK_MON_SUN: 7,
  LAST_WEEK_SUN_SAT: 7,
  LAST_BUSINESS_WEEK: 5,
}
const MEET = [
  ['YESTERDAY', 'TODAY'],
  ['LAST_14_DAYS', 'TODAY'],
  ['LAST_WEEK_MON_SUN', 'THIS_WEEK_MON_TODAY'],
  ['LAST_WEEK_SUN_SAT', 'THIS_WEEK_SUN_TODAY'],
  ['LAST_MONTH', 'THIS_MONTH'],
  ['THIS_MONTH', 'TODAY'],
] as const

function number(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000
}

function weekday(day = ''): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
