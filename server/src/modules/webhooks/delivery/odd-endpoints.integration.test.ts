/** Endpoints that answer what is hard to store, or that are ourselves. */
import { expect, test, vi } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { type At, webhookScene } from '../test/webhook-scene.ts'

const scene = useStarted(() => webhookScene({ webhook_retry_seconds: [] }))

const failed = (at: At) =>
  vi.waitFor(async () => {
    const webhook = await scene.client.webhooks.read(at)
    expect(webhook.consecutive_failures).toBe(1)
    return webhook
  }, 8_000)

test.each([
  ['NUL and control characters', Buffer.from('a\0b\u0001\u001b[2J"\\'), 'a\ufffdb\u0001\u001b[2J"\\'],
  ['half a character at its end', Buffer.from([0x61, 0xc3]), 'a'],
  ['nothing', Buffer.alloc(0), ''],
])('an answer of %s is stored and shown', { tags: 'slow' }, async (name, body, shown) => {
  const path = `/${encodeURIComponent(name)}`
  const { at } = await scene.webhook(scene.url(path))
  scene.answer(path, () => ({ status: 500, body }))
  await scene.happen(at, 'message.created')
  expect((await failed(at)).last_error).toMatchObject({ status_code: 500, response_body: shown })
  const { items } = await scene.client.deliveries.list(at)
  expect(items).toMatchObject([{ status: 'failed', attempts: [{ response_body: shown }] }])
})

test('a webhook that leads back to our own API is turned away there, as it brings no credential', async () => {
  const { id: agent_id } = await scene.client.agents.create({ name: 'Echo', instructions: 'Be brief.' })
  const { id: conversation_id } = await scene.client.conversations.open({ agent_id }, {})
  const target_url = `${scene.app.baseUrl}/api/agents/${agent_id}/conversations/${conversation_id}/messages`
  const hook = { target_url, events: ['message.completed' as const], generate_secret: true }
  const { id: webhook_id } = await scene.client.webhooks.create({ agent_id }, hook)
  await scene.client.messages.send({ agent_id, conversation_id }, { content: 'Hello' })
  expect((await failed({ agent_id, webhook_id })).last_error?.status_code).toBe(401)
  const { messages } = await scene.client.conversations.read({ agent_id, conversation_id })
  expect(messages).toHaveLength(2)
})
