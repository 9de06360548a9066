/** What is done with the webhooks of an agent or app. */
import { type Act, choose, click } from './act.ts'

/** Agents and apps have operations of their own for the same pages. */
export function webhookActs(of: {
  path: string
  url: string
  webhookId: string
  /** The one that is on. */
  onId: string
  area: '' | 'app_'
}): Act[] {
  const { path, url, webhookId, onId, area } = of
  return [
    {
      at: 'webhooks/CreateWebhook.tsx',
      sends: 'webhooksOf.create',
      operation: `${area}webhooks.create`,
      path,
      open: click('button', 'New webhook'),
      typed: { Address: 'https://hooks.example.com/other', Description: 'The other one' },
      press: 'Create webhook',
    },
    {
      at: 'webhooks/EditWebhook.tsx',
      sends: 'webhooksOf.update',
      operation: `${area}webhooks.update`,
      path,
      open: choose(url, 'Edit'),
      typed: { Description: 'What receives it' },
      press: 'Save changes',
    },
    {
      at: 'webhooks/SendTest.tsx',
      sends: 'webhooksOf.test',
      operation: `${area}webhooks.test`,
      path,
      open: click('button', `Send test to ${url}`),
    },
    {
      at: 'webhooks/WebhookDialogs.tsx',
      sends: 'webhooksOf.delete',
      operation: `${area}webhooks.delete`,
      path,
      open: choose(url, 'Delete'),
      press: 'Delete webhook',
    },
    {
      at: 'webhooks/DeliveriesPage.tsx',
      sends: 'webhooksOf.redeliver',
      operation: `${area}deliveries.redeliver`,
      path: `${path}/${webhookId}`,
      open: click('button', /^Redeliver (message|entity)/),
    },
    {
      at: 'webhooks/RedeliverFailed.tsx',
      sends: 'webhooksOf.redeliverFailed',
      operation: `${area}deliveries.redeliver_failed`,
      path: `${path}/${onId}`,
      open: click('button', 'Redeliver failed'),
      press: 'Redeliver',
    },
  ]
}
