import { expect, test } from 'vitest'
import { type Automation, describeAutomation } from './automation-words.ts'

const schedule = (cron: string, timezone?: string): Automation => ({
  type: 'schedule',
  cron,
  ...(timezone !== undefined && { timezone }),
})

test.each<[Automation, string]>([
  [schedule('* * * * *'), 'Every minute, in UTC'],
  [schedule('*/15 * * * *'), 'Every 15 minutes, in UTC'],
  [schedule('5 * * * *'), 'Every hour, at minute 5, in UTC'],
  [schedule('0 9 * * *', 'UTC'), 'Every day at 09:00, in UTC'],
  [schedule('30 9 * * 1', 'Europe/Berlin'), 'Every Monday at 09:30, in the time of Europe/Berlin'],
  [schedule('0 18 * * 1-5'), 'Monday to Friday at 18:00, in UTC'],
  [schedule('0 18 * * 1,3,7'), 'Every Monday, Wednesday, and Sunday at 18:00, in UTC'],
  [schedule('0 0 1 * *'), 'On day 1 of every month at 00:00, in UTC'],
  [schedule('0 0 1 1 *'), 'At the times of “0 0 1 1 *”, in UTC'],
  [schedule('0 9-17 * * *'), 'At the times of “0 9-17 * * *”, in UTC'],
  [schedule('*/5 9 * * *'), 'At the times of “*/5 9 * * *”, in UTC'],
  [
    { type: 'entity', entity_name: 'Order', events: ['create', 'update'] },
    'When a record of Order is created or changed',
  ],
  [
    { type: 'entity', entity_name: 'Order', events: ['delete'], condition: { total: { $gt: 100 } } },
    'When a record of Order is deleted, if total is more than 100',
  ],
])('%o is said in words', (automation, words) => {
  expect(describeAutomation(automation)).toBe(words)
})
