import type { WorkflowTrigger } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { describeTrigger } from './trigger-words.ts'

test.each<[WorkflowTrigger, string]>([
  [{ type: 'entity', entity_name: 'Order', events: ['create'] }, 'When an Order is created'],
  [
    { type: 'entity', entity_name: 'Customer', events: ['update', 'delete'] },
    'When a Customer is changed or deleted',
  ],
  [
    { type: 'entity', entity_name: 'Order', events: ['create'], condition: { total: { $gt: 100 } } },
    'When an Order is created, if total is more than 100',
  ],
  [{ type: 'entity', entity_name: 'Order', events: ['create'], condition: {} }, 'When an Order is created'],
  [{ type: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' }, 'Every Monday at 09:00 Europe/Berlin'],
  [{ type: 'schedule', cron: '*/15 * * * *' }, 'Every 15 minutes UTC'],
  [{ type: 'schedule', cron: '0 9 L * *' }, 'On the last day of every month at 09:00 UTC'],
  [{ type: 'schedule', cron: '0 9 * * 5L' }, 'On the last Friday of every month at 09:00 UTC'],
  [{ type: 'schedule', cron: '0 9 ? * 1#2' }, 'On the second Monday of every month at 09:00 UTC'],
  [{ type: 'schedule', cron: '@daily' }, 'Every day at 00:00 UTC'],
  [{ type: 'webhook' }, 'Webhook'],
  [{ type: 'app_publish' }, 'When the app is published'],
  [{ type: 'manual' }, 'Manually'],
])('%o is said in words', (trigger, words) => {
  expect(describeTrigger(trigger)).toBe(words)
})
