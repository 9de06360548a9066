import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, isTimeZone, localDate, momentOfDay, startOfDay } from './local-days.ts'

describe('the first moment of a day', () => {
  test.each([
    ['2026-11-18', 'UTC', '2026-11-18T00:00:00.000Z'],
    ['2026-11-18', 'America/Los_Angeles', '2026-11-18T08:00:00.000Z'],
    ['2026-11-18', 'Pacific/Kiritimati', '2026-11-17T10:00:00.000Z'],
    ['2026-11-18', 'Asia/Kathmandu', '2026-11-17T18:15:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    // The clocks go from 23:59 to 1:00: there is no midnight.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ])('%s in %s is %s', (date, zone, moment) => {
    expect(startOfDay(date, zone).toISOString()).toBe(moment)
    expect(localDate(startOfDay(date, zone), zone)).toBe(date)
    expect(localDate(new Date(Date.parse(moment) - 1), zone)).toBe(addDays(date, -1))
  })
})

test.each([
  ['2026-11-18 13:00', 'UTC', '2026-11-18T13:00:00.000Z'],
  // Days of 23 and of 25 hours.
  ['2026-03-08 00:00', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-08 01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08 13:00', 'America/New_York', '2026-03-08T17:00:00.000Z'],
  ['2026-03-08 23:30', 'America/New_York', '2026-03-09T03:30:00.000Z'],
  ['2026-11-01 13:00', 'America/New_York', '2026-11-01T18:00:00.000Z'],
  ['2026-11-01 23:59', 'America/New_York', '2026-11-02T04:59:00.000Z'],
  ['2026-10-25 12:15', 'Europe/Berlin', '2026-10-25T11:15:00.000Z'],
  ['2026-10-04 12:00', 'Australia/Lord_Howe', '2026-10-04T01:00:00.000Z'],
  // Shown twice, and never.
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-29 13:00', 'Asia/Beirut', '2026-03-29T10:00:00.000Z'],
])('clocks show %s in %s at %s', (shown, zone, moment) => {
  const [date = '', time = ''] = shown.split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  expect(momentOfDay(date, hours * 60 + minutes, zone).toISOString()).toBe(moment)
})

test('days are counted over months, years and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(daysBetween('2026-11-29', '2026-12-02')).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
  ])
  expect(daysBetween('2026-12-02', '2026-11-29')).toEqual([])
})

test('zones are distinguished from other words', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Jerusalem'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', 'Europe'].some(isTimeZone)).toBe(false)
})
