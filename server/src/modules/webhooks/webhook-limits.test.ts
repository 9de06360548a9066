import { operations } from '@atrium/contract'
import { expect, test } from 'vitest'
import { createRateLimits } from '../../platform/http/rate-limit.ts'

const { webhooks, deliveries, app_webhooks } = operations
const others = [
  webhooks.create,
  webhooks.list,
  webhooks.read,
  webhooks.delete,
  webhooks.test,
  deliveries.list,
]

test.each([webhooks.update, app_webhooks.update])(
  '$name counts 100 requests a minute of its own, apart from the other webhook operations',
  async (update) => {
    const limits = createRateLimits({ limits: new Map(), pool: null })
    const send = (operation: typeof update | (typeof others)[number]) =>
      limits.count(operation, 'session', undefined, { set: () => {} })
    for (let count = 0; count < 100; count++) await send(others[count % others.length] ?? webhooks.list)
    await expect(send(webhooks.list)).rejects.toMatchObject({ code: 'rate_limited' })
    for (let count = 0; count < 100; count++) await send(update)
    await expect(send(update)).rejects.toMatchObject({ code: 'rate_limited' })
  },
)
