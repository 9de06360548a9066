import { talk } from '../../src/modules/agents/test/talk.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

const EVENTS = ['message.created' as const]
const APP_EVENTS = ['entity.created' as const]

async function ofAgent({ app, owner, client, receiverUrl }: World) {
  const { agent_id, say } = await talk(app, owner)
  const body = { target_url: receiverUrl, events: EVENTS, generate_secret: true }
  const { id: webhook_id } = await client.webhooks.create({ agent_id }, body)
  return { at: { agent_id, webhook_id }, say }
}

async function ofApp({ app, owner, client, receiverUrl }: World) {
  const { id: app_id } = await app.make.app(owner)
  const body = { target_url: receiverUrl, events: APP_EVENTS, generate_secret: true }
  const { id: webhook_id } = await client.app_webhooks.create({ app_id }, body)
  return { app_id, webhook_id }
}

async function endAsFailed({ app }: World, webhookId: string) {
  await app.sql`delete from webhook_queue where webhook_id = ${webhookId}`
  await app.sql`update deliveries set status = 'failed' where webhook_id = ${webhookId}`
}

export const webhookCases: Cases = {
  'webhooks.create': async ({ app, owner, client, receiverUrl }) => {
    const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
    return () => client.webhooks.create({ agent_id }, { target_url: receiverUrl, events: EVENTS })
  },
  'webhooks.update': async (world) => {
    const { at } = await ofAgent(world)
    return () => world.client.webhooks.update(at, { signing: 'rotate', enabled: false })
  },
  'webhooks.delete': async (world) => {
    const { at } = await ofAgent(world)
    return () => world.client.webhooks.delete(at)
  },
  'deliveries.redeliver': async (world) => {
    const { at, say } = await ofAgent(world)
    await say()
    const [delivery] = (await world.client.deliveries.list(at)).items
    return () => world.client.deliveries.redeliver({ ...at, delivery_id: delivery?.id ?? '' })
  },
  'deliveries.redeliver_failed': async (world) => {
    const { at, say } = await ofAgent(world)
    await say()
    await endAsFailed(world, at.webhook_id)
    return () => world.client.deliveries.redeliver_failed(at, {})
  },
  'webhooks.test': {
    why: 'a sample is sent and nothing is stored',
    prepare: async (world) => {
      const { at } = await ofAgent(world)
      return () => world.client.webhooks.test(at)
    },
    steps: [],
  },
  'app_webhooks.test': {
    why: 'a sample is sent and nothing is stored',
    prepare: async (world) => {
      const at = await ofApp(world)
      return () => world.client.app_webhooks.test(at)
    },
    steps: [],
  },
  'app_webhooks.create': async ({ app, owner, client, receiverUrl }) => {
    const { id: app_id } = await app.make.app(owner)
    return () => client.app_webhooks.create({ app_id }, { target_url: receiverUrl, events: APP_EVENTS })
  },
  'app_webhooks.update': async (world) => {
    const at = await ofApp(world)
    return () => world.client.app_webhooks.update(at, { signing: 'rotate', enabled: false })
  },
  'app_webhooks.delete': async (world) => {
    const at = await ofApp(world)
    return () => world.client.app_webhooks.delete(at)
  },
  'app_deliveries.redeliver': async (world) => {
    const at = await ofApp(world)
    await world.client.records.create({ app_id: at.app_id, entity_name: 'User' }, { name: 'one' })
    const [delivery] = (await world.client.app_deliveries.list(at)).items
    return () => world.client.app_deliveries.redeliver({ ...at, delivery_id: delivery?.id ?? '' })
  },
  'app_deliveries.redeliver_failed': async (world) => {
    const at = await ofApp(world)
    await world.client.records.create({ app_id: at.app_id, entity_name: 'User' }, { name: 'one' })
    await endAsFailed(world, at.webhook_id)
    return () => world.client.app_deliveries.redeliver_failed(at, {})
  },
}
