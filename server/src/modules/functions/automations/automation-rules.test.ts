import { describe, expect, test } from 'vitest'
import { nextTime, readAutomation } from './automation-rules.ts'

const NOW = new Date('2026-03-28T12:00:00.000Z')
const read = (automation: object) => readAutomation(automation as never, ['at'], NOW)

describe('an automation', () => {
  test.each([
    [{ type: 'entity', events: ['create'] }, 'entity_name'],
    [{ type: 'entity', entity_name: 'Order' }, 'events'],
    [{ type: 'schedule' }, 'cron'],
    [{ type: 'schedule', cron: '* * * *' }, 'cron'],
    [{ type: 'schedule', cron: '0 * * * * *' }, 'cron'],
    [{ type: 'schedule', cron: '@every_minute' }, 'cron'],
    [{ type: 'schedule', cron: '61 * * * *' }, 'cron'],
    [{ type: 'schedule', cron: '0 0 30 2 *' }, 'cron'],
    [{ type: 'schedule', cron: '0 9 * * *', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ type: 'schedule', cron: '0 9 * * *', timezone: '+01:00' }, 'timezone'],
  ])('%j is refused at %s', (automation, place) => {
    expect(() => read(automation)).toThrow(
      expect.objectContaining({ detail: [expect.objectContaining({ loc: ['at', place] })] }),
    )
  })

  test('keeps the fields of its type only', () => {
    const all = {
      entity_name: 'Order',
      events: ['delete', 'create', 'create'],
      cron: '0 9 * * *',
      timezone: 'UTC',
    }
    expect(read({ type: 'entity', ...all })).toEqual({
      type: 'entity',
      entity_name: 'Order',
      events: ['create', 'delete'],
    })
    expect(read({ type: 'schedule', ...all })).toEqual({
      type: 'schedule',
      cron: '0 9 * * *',
      timezone: 'UTC',
    })
  })
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
})
