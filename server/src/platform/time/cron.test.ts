import { describe, expect, test } from 'vitest'
import { nextLook, nextTime, readSchedule } from './cron.ts'

test.each([
  '0 9 * * 1',
  '0 0 L * *',
  '0 9 * * 5L',
  '0 9 * * mon#2',
  '@daily',
  '@weekdays',
  '0 9 * MAR THU',
  '0 0 ? * *',
])('%s is a schedule', (cron) => {
  expect(readSchedule({ cron }, ['body'], new Date('2026-11-17T10:30:00Z'))).toEqual({ cron })
})

test.each([
  '0 0 9 * * *',
  '@secondly',
  '@never',
  ' @daily',
  'H 9 * * *',
  '0 H(1-5) * * *',
  '0 9 30 2 *',
  '0 9 * * 1#6',
  'daily',
])('%j is no schedule', (cron) => {
  expect(() => readSchedule({ cron }, ['body'], new Date('2026-11-17T10:30:00Z'))).toThrow(
    expect.objectContaining({ code: 'validation_error' }),
  )
})

describe('the next time of a schedule', () => {
  const next = (cron: string, timezone: string | undefined, after: string) =>
    nextTime(cron, timezone, new Date(after))?.toISOString()

  test('is in its time zone, also over the change of clocks', () => {
    expect(next('0 9 * * *', undefined, '2026-03-28T12:00:00Z')).toBe('2026-03-29T09:00:00.000Z')
    expect(next('0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z')).toBe('2026-03-28T08:00:00.000Z')
    expect(next('0 9 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(next('0 9 * * 1', 'America/New_York', '2026-03-28T12:00:00Z')).toBe('2026-03-30T13:00:00.000Z')
  })

  test('comes after the moment itself', () => {
    expect(next('* * * * *', undefined, '2026-03-28T12:00:00Z')).toBe('2026-03-28T12:01:00.000Z')
    expect(next('nonsense', undefined, '2026-03-28T12:00:00Z')).toBeUndefined()
  })

  test('that has none any more is looked for again in a day', () => {
    const after = new Date('2026-03-28T12:00:00Z')
    expect(nextLook({ cron: '0 13 * * *' }, after)).toEqual(new Date('2026-03-28T13:00:00Z'))
    expect(nextLook({ cron: '0 0 30 2 *' }, after)).toEqual(new Date('2026-03-29T12:00:00Z'))
  })
})
