import { describe, expect, test } from 'vitest'
import { readAutomation } from './automation-rules.ts'

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
