/** Agents of the demo company with webhooks to a receiver on loopback. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { sharedConsole } from './console.ts'
import { type Receiver, startReceiver } from './receiver.ts'

type Events = ('message.created' | 'message.completed')[]

/** For the whole file; what a page may report as refused is named by `refused`. */
export function webhooksForFile(refused?: RegExp) {
  const atrium = sharedConsole(refused)
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await receiver?.stop()
  })

  /** An agent of the demo company with a webhook to this path of the receiver. */
  async function agentWithWebhook(path: string, events: Events = ['message.completed']) {
    const owner = await atrium.app.make.person('owner', { id: atrium.workspaceId })
    const client = atrium.app.as(owner)
    const { id: agent_id } = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
    const target_url = receiver.url(path)
    const { id: webhook_id } = await client.webhooks.create({ agent_id }, { target_url, events })
    const { id: conversation_id } = await client.conversations.open({ agent_id }, {})
    const webhooks = `/w/${atrium.workspaceId}/agents/${agent_id}/webhooks`
    return {
      webhooks,
      deliveries: `${webhooks}/${webhook_id}`,
      say: (content: string) => client.messages.send({ agent_id, conversation_id }, { content }),
      read: () => client.webhooks.read({ agent_id, webhook_id }),
      async settled(count: number) {
        const outcomes = async () => {
          const { counts } = await client.deliveries.list({ agent_id, webhook_id })
          return counts.pending === 0 ? counts.succeeded + counts.failed + counts.canceled : -1
        }
        await expect.poll(outcomes, { timeout: 20_000 }).toBe(count)
      },
    }
  }
  const card = (page: Page, path: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: receiver.url(path) }) })
  return {
    atrium,
    agentWithWebhook,
    card,
    get receiver() {
      return receiver
    },
  }
}
