/** Real deliveries: a webhook that fails, mends itself, fails again and is turned off. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhookScene, webhookScene } from '../webhooks/test/webhook-scene.ts'

let scene: WebhookScene
beforeAll(async () => {
  scene = await webhookScene({ webhook_retry_seconds: [] })
})
afterAll(() => scene.close())

const items = async (kind: 'webhook_failing' | 'webhook_disabled') =>
  (await scene.client.attention.list({ kind })).items
const failures = async (at: { agent_id: string; webhook_id: string }) =>
  (await scene.client.webhooks.read(at)).consecutive_failures

test('it appears after three failures, keeps its id, goes with a success and is another one later', {
  tags: 'slow',
}, async () => {
  let status = 500
  scene.answer('/a', () => status)
  const { at } = await scene.webhook(scene.url('/a'), ['message.created'])
  const send = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const before = scene.arrived('/a').length
      await scene.happen(at, 'message.created')
      await expect.poll(() => scene.arrived('/a').length).toBe(before + 1)
    }
  }
  await send(2)
  await expect.poll(() => failures(at)).toBe(2)
  expect(await items('webhook_failing')).toEqual([])
  await send(1)
  await expect.poll(() => failures(at)).toBe(3)
  const [first] = await items('webhook_failing')
  expect(first).toMatchObject({ app_id: at.agent_id, app_kind: 'agent', subject: { id: at.webhook_id } })
  await send(1)
  await expect.poll(() => failures(at)).toBe(4)
  expect(await items('webhook_failing')).toMatchObject([{ id: first?.id, since: first?.since }])
  status = 200
  await send(1)
  await expect.poll(() => failures(at)).toBe(0)
  expect(await items('webhook_failing')).toEqual([])
  status = 500
  await send(3)
  await expect.poll(() => failures(at)).toBe(3)
  const [second] = await items('webhook_failing')
  expect(second?.id).not.toBe(first?.id)
  await send(17)
  await expect.poll(async () => (await items('webhook_disabled')).length).toBe(1)
  expect(await items('webhook_failing')).toEqual([])
  await scene.client.webhooks.update(at, { enabled: true })
  expect(await items('webhook_disabled')).toEqual([])
})
