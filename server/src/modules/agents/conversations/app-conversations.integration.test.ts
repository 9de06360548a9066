import { describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { answerAppMessage } from '../replies/answer-app-message.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)

async function addApp() {
  const at = { app_id: (await app.make.app(owner)).id }
  await app
    .as(owner)
    .app_agents.configure(at, [
      { name: 'support', instructions: 'The shop is open from 9 to 17.' },
      { name: 'sales' },
    ])
  return at
}

async function openConversation() {
  const at = await addApp()
  const { id } = await app.as(owner).app_conversations.create(at, { agent_name: 'support' })
  return { ...at, conversation_id: id }
}

const messagesOf = async (at: Awaited<ReturnType<typeof openConversation>>) =>
  (await app.as(owner).app_conversations.read(at)).messages

describe('app_conversations.create', () => {
  test('begins a new one each time, with its metadata', async () => {
    const at = await addApp()
    const client = app.as(owner)
    const first = await client.app_conversations.create(at, { agent_name: 'support', metadata: { a: 1 } })
    const bare = { ...at, agent_name: 'support', created_by_id: owner.id, messages: [], metadata: { a: 1 } }
    expect(first).toMatchObject(bare)
    expect(await client.app_conversations.read({ ...at, conversation_id: first.id })).toEqual(first)
    const second = await client.app_conversations.create(at, { agent_name: 'support' })
    expect(second.id).not.toBe(first.id)
    expect(second.metadata).toEqual({})
  })

  test('needs an agent of the app, and an app one can see', async () => {
    const [at, other] = [await addApp(), { app_id: (await app.make.app(owner)).id }]
    const client = app.as(owner)
    for (const [place, agent_name] of [
      [at, 'nobody'],
      [at, 'Support'],
      [other, 'support'],
    ] as const) {
      const creating = client.app_conversations.create(place, { agent_name })
      await expect(creating).rejects.toEqual(refusal(404, 'app_agent_not_found'))
    }
    const foreign = app.as(stranger).app_conversations.create(at, { agent_name: 'support' })
    await expect(foreign).rejects.toEqual(refusal(404, 'app_not_found'))
    await app.as(viewer).app_conversations.create(at, { agent_name: 'support' })
  })
})

describe('app_conversations.list', () => {
  test('answers a bare array of one’s own, newest first, without messages', async () => {
    const at = await addApp()
    const [a, b] = [await begin(at, 'support'), await begin(at, 'sales')]
    await begin(at, 'support', viewer)
    await app.as(owner).app_messages.send({ ...at, conversation_id: a }, { content: 'Hello' })
    const list = await app.as(owner).app_conversations.list(at)
    expect(list.map(({ id, messages }) => ({ id, messages }))).toEqual([
      { id: b, messages: [] },
      { id: a, messages: [] },
    ])
    await expect(app.as(stranger).app_conversations.list(at)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('leaves out the conversation that one has with an agent itself', async () => {
    const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
    const { id } = await app.as(owner).conversations.open({ agent_id }, {})
    expect((await app.as(owner).conversations.list({ agent_id })).items).toMatchObject([{ id }])
    expect(await app.as(owner).app_conversations.list({ app_id: agent_id })).toEqual([])
  })

  test('takes a filter in brackets, as clients write it', async () => {
    const at = await addApp()
    const [a] = [await begin(at, 'support'), await begin(at, 'sales')]
    for (const query of ['q[agent_name]=support', 'q%5Bagent_name%5D=support']) {
      const response = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/agents/conversations?${query}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      expect(await response.json()).toMatchObject([{ id: a, agent_name: 'support' }])
    }
    expect(await app.as(owner).app_conversations.list(at, { 'q[agent_name]': 'nobody' })).toEqual([])
  })

  test('honours every filter, and refuses what it does not know', async () => {
    const at = await addApp()
    const add = async (agent_name: string, metadata: Record<string, unknown>) =>
      (await app.as(owner).app_conversations.create(at, { agent_name, metadata })).id
    const a = await add('support', { topic: 'bill', priority: 3, user: { plan: 'pro' } })
    app.clock.move(60_000)
    const b = await add('sales', { topic: 'offer', priority: 20 })
    const { created_date } = await app.as(owner).app_conversations.read({ ...at, conversation_id: b })
    const read = async (query: string) => {
      const response = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/agents/conversations?${query}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      const body = await response.json()
      return response.status === 200 ? body.map(({ id }: { id: string }) => id) : response.status
    }
    const encoded = (filter: object) => `q=${encodeURIComponent(JSON.stringify(filter))}`
    expect(await read('')).toEqual([b, a])
    for (const query of [
      'q[metadata.topic]=bill',
      'q[metadata][topic]=bill',
      'q[metadata][user][plan]=pro',
      'q[metadata.priority]=3',
      'q[metadata.priority][$lt]=10',
      'q[metadata.topic][$ne]=offer',
      'q[metadata.user][$exists]=true',
      `q[created_date][$lt]=${created_date}`,
      `q[created_date][$ne]=${created_date}`,
      `q[id]=${a}`,
      `q[id][$nin][]=${b}&q[id][$nin][]=x`,
      'q[agent_name][$gt]=sales',
      encoded({ agent_name: 'support', metadata: { priority: { $lte: 3 } } }),
    ])
      expect([query, await read(query)]).toEqual([query, [a]])
    expect(await read(`q[created_by_id]=${owner.id}&q[app_id]=${at.app_id}&fields=id`)).toEqual([b, a])
    expect(await read('q[agent_name]=support&q[agent_name]=sales')).toEqual([b, a])
    expect(await read('q[metadata.topic]=bill&q[agent_name]=sales')).toEqual([])
    expect(await read('q[created_by_id]=somebody')).toEqual([])
    for (const query of ['q[status]=x', 'q[messages]=x', 'q[agent_name][$regex]=x', 'agent_name=x', 'q=x'])
      expect([query, await read(query)]).toEqual([query, 422])
  })

  test('answers only the fields that are named, one or several', async () => {
    const at = await addApp()
    const id = await begin(at, 'support')
    const read = async (query: string) => {
      const response = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/agents/conversations?${query}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      return response.json()
    }
    expect(await read('fields[]=id')).toEqual([{ id }])
    expect(await read('fields[]=id&fields%5B%5D=agent_name&fields[]=nothing')).toEqual([
      { id, agent_name: 'support' },
    ])
  })

  test('sorts, skips and limits', async () => {
    const at = await addApp()
    const [a, b, c] = [await begin(at), await begin(at), await begin(at)]
    app.clock.move(1)
    await app.as(owner).app_messages.send({ ...at, conversation_id: b }, { content: 'Newer' })
    const ids = async (query: Parameters<ReturnType<SharedApp['as']>['app_conversations']['list']>[1]) =>
      (await app.as(owner).app_conversations.list(at, query)).map(({ id }) => id)
    expect(await ids({ sort: 'created_date' })).toEqual([a, b, c])
    expect(await ids({ sort: '-created_date', skip: 1 })).toEqual([b, a])
    expect(await ids({ sort: '-updated_date', limit: 1 })).toEqual([b])
    expect(await ids({ sort: 'updated_date', skip: 1, limit: 1 })).toEqual([c])
    expect(await ids({ skip: 3 })).toEqual([])
    for (const query of [{ limit: 0 }, { limit: 101 }, { skip: -1 }, { sort: 'name' as never }])
      await expect(ids(query)).rejects.toMatchObject({ status: 422 })
  })

  async function begin(at: { app_id: string }, agent_name = 'support', who = owner): Promise<string> {
    return (await app.as(who).app_conversations.create(at, { agent_name })).id
  }
})

describe('app_conversations.read and app_messages.send', () => {
  test('know only one’s own conversation, in its own app', async () => {
    const at = await openConversation()
    const elsewhere = { ...(await addApp()), conversation_id: at.conversation_id }
    const agent = await app.make.app(owner, { kind: 'agent' })
    const main = await app.as(owner).conversations.open({ agent_id: agent.id })
    const attempts = [
      [viewer, at, 'conversation_not_found'],
      [owner, elsewhere, 'conversation_not_found'],
      [owner, { ...at, conversation_id: 'cnv_unknown' }, 'conversation_not_found'],
      [owner, { app_id: agent.id, conversation_id: main.id }, 'conversation_not_found'],
      [stranger, at, 'app_not_found'],
    ] as const
    for (const [who, place, code] of attempts) {
      const client = app.as(who)
      await expect(client.app_conversations.read(place)).rejects.toEqual(refusal(404, code))
      await expect(client.app_messages.send(place, { content: 'Hi' })).rejects.toEqual(refusal(404, code))
    }
    expect(await messagesOf(at)).toEqual([])
  })
})

describe('app_messages.send', () => {
  test('answers the stored message at once; the reply is made in the background', async () => {
    const at = await openConversation()
    const file_urls = ['https://example.com/a.png']
    const sent = await app.as(owner).app_messages.send(at, { content: 'When is the shop open?', file_urls })
    expect(sent).toMatchObject({ role: 'user', content: 'When is the shop open?', file_urls })
    expect(await messagesOf(at)).toEqual([sent])
    await app.atrium.jobs.drain()
    const [said, reply, ...more] = await messagesOf(at)
    expect([said, more]).toEqual([sent, []])
    expect(reply).toMatchObject({ role: 'assistant', content: expect.stringContaining('9 to 17') })
  })

  test('has two addresses', async () => {
    const at = await openConversation()
    const base = `${app.baseUrl}/api/apps/${at.app_id}/agents/conversations`
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    for (const path of [`/v2/${at.conversation_id}/messages`, `/${at.conversation_id}/messages`]) {
      const body = JSON.stringify({ role: 'user', content: path })
      const response = await fetch(base + path, { method: 'POST', headers, body })
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ content: path }),
      ])
    }
    expect(await messagesOf(at)).toHaveLength(2)
  })

  test('replies to every message of a person, in whatever order the jobs run, and once', async () => {
    const at = await openConversation()
    const sent = []
    for (const content of ['First', 'Second'])
      sent.push(await app.as(owner).app_messages.send(at, { content }))
    await app.atrium.jobs.drain()
    for (const { id } of sent) {
      const job = { workspace_id: owner.workspace_id, user_id: owner.id, ...at, message_id: id }
      await app.atrium.jobs.send(app.atrium.db, answerAppMessage, job)
    }
    await app.atrium.jobs.drain()
    const replies = (await messagesOf(at)).filter(({ role }) => role === 'assistant')
    expect(replies).toHaveLength(2)
    for (const { content } of sent)
      expect(replies.filter((reply) => reply.content.includes(`“${content}”`))).toHaveLength(1)
  })

  test('stores other roles without a reply', async () => {
    const at = await openConversation()
    for (const role of ['assistant', 'system'] as const) {
      const sent = await app.as(owner).app_messages.send(at, { role, content: `From the ${role}` })
      expect(sent.role).toBe(role)
    }
    expect(await app.atrium.jobs.drain()).toEqual([])
    expect((await messagesOf(at)).map(({ role }) => role)).toEqual(['assistant', 'system'])
    const wrong = app.as(owner).app_messages.send(at, { role: 'tool' as never, content: 'x' })
    await expect(wrong).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'role'] }] })
  })

  test('tries again later when no model answers, and gives up in the end', async () => {
    const at = await openConversation()
    await app.as(owner).app_messages.send(at, { content: 'Hello [unavailable]' })
    expect(await app.atrium.jobs.drain()).toMatchObject([{ outcome: 'retried' }])
    await expect(app.atrium.jobs.drain({ ignoreDelays: true })).rejects.toEqual(
      refusal(503, 'model_unavailable'),
    )
    expect(await messagesOf(at)).toHaveLength(1)
  })

  test('keeps to the same bounds as a message to an agent', async () => {
    const at = await openConversation()
    const wrong = [
      { content: '' },
      { content: 'x'.repeat(32_001) },
      { content: 'x', file_urls: Array(21).fill('u') },
    ]
    for (const body of wrong)
      await expect(app.as(owner).app_messages.send(at, body)).rejects.toMatchObject({ status: 422 })
    expect(await messagesOf(at)).toEqual([])
  })

  test('tells no webhook of the agent that the app is', async () => {
    const agent = await app.as(owner).agents.create({ name: 'Both' })
    const at = { app_id: agent.id }
    const events = ['message.created', 'message.completed'] as const
    const hook = await app
      .as(owner)
      .webhooks.create(
        { agent_id: agent.id },
        { target_url: 'https://hooks.example.com/', events: [...events] },
      )
    await app.as(owner).app_agents.configure(at, [{ name: 'inner' }])
    const { id } = await app.as(owner).app_conversations.create(at, { agent_name: 'inner' })
    await app.as(owner).app_messages.send({ ...at, conversation_id: id }, { content: 'Hello' })
    await app.atrium.jobs.drain()
    const deliveries = await app.as(owner).deliveries.list({ agent_id: agent.id, webhook_id: hook.id })
    expect(deliveries.items).toEqual([])
  })
})
