/** Endpoints that never answer do not hold up the others. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Receiver, receiveHttp } from '../../../../test/receivers.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { webhookScene } from '../test/webhook-scene.ts'

const HANGING = 200
const WITHIN_MS = 45_000

const scene = useStarted(() => webhookScene({ webhook_timeout_seconds: 60 }))
const hanging: Receiver[] = []
beforeAll(async () => {
  for (let n = 0; n < HANGING; n++) hanging.push(await receiveHttp(() => {}))
})
afterAll(async () => {
  for (const receiver of hanging) await receiver.close()
})

test('next to 200 endpoints that never answer, a healthy one is reached within a second', {
  tags: 'slow',
}, async () => {
  const { at } = await scene.webhook(scene.url('/healthy'))
  const { id: agent_id } = await scene.app.make.app(scene.owner, { kind: 'agent' })
  // Straight into the table: through the API an agent has five.
  await scene.app
    .sql`insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
    select 'whk_' || port, ${agent_id}, 'agent', 'http://127.0.0.1:' || port || '/', '{message.created}', now(), now()
      from unnest(${hanging.map(({ port }) => port)}::int[]) as port`
  await scene.happen({ agent_id }, 'message.created')
  const connected = () => hanging.filter(({ connections }) => connections.made > 0).length
  await vi.waitFor(() => expect(connected()).toBe(HANGING), WITHIN_MS)

  const delays: number[] = []
  const conversation = await scene.client.conversations.open({ agent_id: at.agent_id }, {})
  for (let n = 1; n <= 20; n++) {
    const params = { agent_id: at.agent_id, conversation_id: conversation.id }
    await scene.client.messages.send(params, { content: 'Hello' })
    const stored = performance.now()
    await vi.waitFor(() => expect(scene.arrived('/healthy')).toHaveLength(3 * n), {
      timeout: WITHIN_MS,
      interval: 5,
    })
    delays.push((scene.arrived('/healthy').at(-1)?.at ?? 0) - stored)
  }
  expect(hanging.every(({ connections }) => connections.open.size > 0)).toBe(true)
  // Endpoints that hold up the others would do so every time, a machine that stands still does now and then.
  expect(delays.filter((delay) => delay >= 1_000).length).toBeLessThanOrEqual(2)
})
