import { expect } from 'vitest'
import { talk } from '../../src/modules/agents/test/talk.ts'
import { listen } from '../listen.ts'
import type { Cases, Subscriber } from './case.ts'
import type { World } from './world.ts'

async function agent({ app, owner }: World) {
  return { agent_id: (await app.make.app(owner, { kind: 'agent' })).id }
}

/** A conversation with an agent inside an app, as somebody sees it who has it open. */
export async function conversationInApp({ app, owner, client }: World) {
  const { id: app_id } = await app.make.app(owner)
  await client.app_agents.configure({ app_id }, [{ name: 'helper' }])
  const { id: conversation_id } = await client.app_conversations.create({ app_id }, { agent_name: 'helper' })
  const at = { app_id, conversation_id }
  const listener = await listen(app.baseUrl, { app_id, token: owner.token })
  const room = `/agent-conversations/${conversation_id}`
  expect(await listener.join(room)).toMatchObject({ ok: true })
  let known = 0
  const subscriber: Subscriber = {
    async heard() {
      const content = crypto.randomUUID()
      await client.app_messages.send(at, { role: 'assistant', content })
      const isMark = (one: unknown) => JSON.stringify(one).includes(content)
      await expect.poll(() => listener.heard(room).some(isMark)).toBe(true)
      const news = listener.heard(room).slice(known)
      known = listener.heard(room).length
      return news.slice(0, news.findIndex(isMark))
    },
  }
  return { at, subscriber }
}

export const agentCases: Cases = {
  'agents.create':
    async ({ client }) =>
    () =>
      client.agents.create({ name: 'Helper', instructions: 'Help.' }),
  'agents.update': async (world) => {
    const at = await agent(world)
    return () => world.client.agents.update(at, { name: 'Renamed', instructions: crypto.randomUUID() })
  },
  'agents.restore_version': async (world) => {
    const { id: agent_id } = await world.client.agents.create({ name: 'Helper' })
    await world.client.agents.update({ agent_id }, { name: 'Other' })
    return () => world.client.agents.restore_version({ agent_id, version: 1 })
  },
  'conversations.open': async (world) => {
    const at = await agent(world)
    return () => world.client.conversations.open(at)
  },
  'messages.send': {
    why: 'the model is asked between what was said and its reply, and never inside a transaction',
    prepare: async ({ app, owner, client, receiverUrl }) => {
      const { agent_id, say } = await talk(app, owner)
      const events = ['message.created', 'message.completed'] as const
      await client.webhooks.create({ agent_id }, { target_url: receiverUrl, events: [...events] })
      return () => say('Hello?', crypto.randomUUID())
    },
    steps: [
      'conversations update, credit_holds insert, deliveries insert, message_requests insert, messages insert, ' +
        'webhook_events insert, webhook_lanes insert, webhook_queue insert',
      'model_usage insert',
      'conversations update, credit_holds delete, credit_uses insert, deliveries insert, member_activity update, ' +
        'message_requests update, messages insert, webhook_events insert, ' +
        'webhook_lanes update, webhook_queue insert, workspace_credits update',
    ],
    undo: ['credit_holds delete', 'message_requests update'],
  },
  'messages.delete': async ({ app, owner, client }) => {
    const { agent_id, conversation_id, say } = await talk(app, owner)
    const { id: message_id } = await say()
    return () => client.messages.delete({ agent_id, conversation_id, message_id })
  },
  'app_agents.configure': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    await client.app_agents.configure({ app_id }, [{ name: 'helper' }])
    return () => client.app_agents.configure({ app_id }, [{ name: 'other' }])
  },
  'app_conversations.create': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    await client.app_agents.configure({ app_id }, [{ name: 'helper' }])
    return () => client.app_conversations.create({ app_id }, { agent_name: 'helper' })
  },
  'app_messages.send': async (world) => {
    const { at, subscriber } = await conversationInApp(world)
    return { call: () => world.client.app_messages.send(at, { content: 'Hello?' }), subscriber }
  },
}
