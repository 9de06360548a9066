/** Messages and their replies: what is stored, what events they make. How a key works stands next to. */
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { MessageEvents } from '../deps.ts'
import { storeMessage } from './store-message.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

/** An agent with a webhook for all its events, and the owner's conversation with it. */
async function openConversation(instructions = 'The shop is open from 9 to 17.') {
  const client = app.as(owner)
  const agent = await client.agents.create({ name: 'Support', instructions })
  const { id: conversation_id } = await client.conversations.open({ agent_id: agent.id })
  await client.webhooks.create(
    { agent_id: agent.id },
    { target_url: 'https://hooks.example.com/', events: ['message.created', 'message.completed'] },
  )
  return { agent_id: agent.id, conversation_id }
}

/** The events of an agent in the order of their deliveries. */
async function eventsOf({ agent_id }: { agent_id: string }) {
  const rows = await app.sql<{ body: Buffer }>`
    select e.body from deliveries d join webhook_events e on e.id = d.event_id
     where e.app_id = ${agent_id} order by d.seq`
  return rows.map(({ body }) => JSON.parse(body.toString()))
}

describe('messages.send', () => {
  test('stores what was said, answers the reply and stores it too', async () => {
    const at = await openConversation()
    const file_urls = ['https://example.com/a.pdf']
    const reply = await app.as(owner).messages.send(at, { content: 'When is the shop open?', file_urls })
    expect(reply).toMatchObject({ role: 'assistant', status: 'completed', file_urls: [] })
    expect(reply.content).toContain('open from 9 to 17')
    const read = await app.as(owner).conversations.read(at)
    expect(read.messages).toEqual([
      expect.objectContaining({ role: 'user', content: 'When is the shop open?', file_urls }),
      reply,
    ])
    expect(read.updated_date).toBe(reply.created_date)
  })

  test('shows the agent what was said before', async () => {
    const at = await openConversation()
    const first = await app.as(owner).messages.send(at, { content: 'Hi' })
    const second = await app.as(owner).messages.send(at, { content: 'Hi again' })
    expect(first.content).toMatch(/^Hello!/)
    expect(second.content).not.toMatch(/^Hello!/) // it greets only once in a conversation
  })

  test('takes 1 to 32,000 characters and up to 20 addresses of files', async () => {
    const at = await openConversation()
    const url = 'https://example.com/a'
    const wrong: [{ content: string; file_urls?: string[] }, string][] = [
      [{ content: '' }, 'content'],
      [{ content: 'x'.repeat(32_001) }, 'content'],
      [{ content: 'x', file_urls: Array(21).fill(url) }, 'file_urls'],
      [{ content: 'x', file_urls: [`${url}${'a'.repeat(2048)}`] }, 'file_urls'],
      [{ content: 'x', file_urls: ['file:///etc/passwd'] }, 'file_urls'],
    ]
    for (const [body, field] of wrong) {
      const sending = app.as(owner).messages.send(at, body)
      const loc = expect.arrayContaining(['body', field])
      await expect(sending).rejects.toMatchObject({ status: 422, detail: [{ loc }] })
    }
    const most = { content: '🎈'.repeat(32_000), file_urls: Array(20).fill(url) }
    await app.as(owner).messages.send(at, most)
    const { messages } = await app.as(owner).conversations.read(at)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject(most)
  })

  test('records the tokens that the reply took', async () => {
    const at = await openConversation()
    const { content } = await app.as(owner).messages.send(at, { content: 'When?' })
    const used = await app.sql<{ input_tokens: number }>`
      select * from model_usage where app_id = ${at.agent_id}`
    expect(used).toMatchObject([
      {
        workspace_id: owner.workspace_id,
        user_id: owner.id,
        feature: 'agents.reply',
        model: 'offline',
        output_tokens: Math.ceil(content.length / 4),
      },
    ])
    expect(used[0]?.input_tokens).toBeGreaterThan(5)
  })

  test('keeps a reply that broke off as failed', async () => {
    const at = await openConversation()
    const reply = await app.as(owner).messages.send(at, { content: 'Tell me [breaks-off]' })
    expect(reply.status).toBe('failed')
    expect(reply.content.length).toBeGreaterThan(0)
    expect((await app.as(owner).conversations.read(at)).messages.at(-1)).toEqual(reply)
    const types = (await eventsOf(at)).map(({ type }) => type)
    expect(types).toEqual(['message.created', 'message.created'])
  })

  test('keeps the message when no model answers', async () => {
    const at = await openConversation()
    const sending = app.as(owner).messages.send(at, { content: 'Hello [unavailable]' })
    await expect(sending).rejects.toEqual(refusal(503, 'model_unavailable'))
    const { messages } = await app.as(owner).conversations.read(at)
    expect(messages).toMatchObject([{ role: 'user', content: 'Hello [unavailable]' }])
    expect((await eventsOf(at)).map(({ type }) => type)).toEqual(['message.created'])
  })
})

describe('the events of a message', () => {
  test('tell of both messages, and of the reply once more when it is finished', async () => {
    const at = await openConversation()
    const reply = await app.as(owner).messages.send(at, { content: 'Hello' })
    const [said] = (await app.as(owner).conversations.read(at)).messages
    const place = { agent_id: at.agent_id, conversation_id: at.conversation_id }
    expect(await eventsOf(at)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'message.created',
        data: { message: said },
        ...place,
        created_date: said?.created_date,
      },
      {
        id: expect.any(String),
        type: 'message.created',
        data: { message: reply },
        ...place,
        created_date: reply.created_date,
      },
      {
        id: expect.any(String),
        type: 'message.completed',
        data: { message: reply },
        ...place,
        created_date: reply.created_date,
      },
    ])
  })

  test('go with the transaction that stores it', async () => {
    const at = await openConversation()
    const now = new Date()
    const conversation = {
      id: at.conversation_id,
      app_id: at.agent_id,
      agent_name: '',
      user_id: owner.id,
      metadata: {},
      created_date: now,
      updated_date: now,
    }
    const message = {
      id: 'msg_rolled_back',
      conversation_id: at.conversation_id,
      role: 'user' as const,
      content: 'Never said',
      file_urls: [],
      status: 'completed' as const,
      created_date: now,
    }
    const messageEvents: MessageEvents = {
      async record(tx, type, { id, created_date }, { app_id }) {
        const event = { id: `evt_${id}`, app_id, type, body: Buffer.alloc(0), created_date }
        await tx
          .$extendTables<{ webhook_events: typeof event }>()
          .insertInto('webhook_events')
          .values(event)
          .execute()
        recorded.push(id)
      },
      flush() {},
    }
    const recorded: string[] = []
    const failing = transaction(app.atrium.db, async (tx) => {
      await storeMessage({ messageEvents }, tx, conversation, message)
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(recorded).toEqual(['msg_rolled_back'])
    const rows = await app.sql`select from webhook_events where app_id = ${at.agent_id}`
    expect(rows).toEqual([])
    expect((await app.as(owner).conversations.read(at)).messages).toEqual([])
  })

  test('keep the order of the conversation when many write at once', async () => {
    const at = await openConversation()
    await Promise.all(
      Array.from({ length: 15 }, (_, n) => app.as(owner).messages.send(at, { content: `Number ${n}` })),
    )
    const { messages } = await app.as(owner).conversations.read(at)
    expect(messages).toHaveLength(30)
    const events = await eventsOf(at)
    const reported = (type: string) =>
      events.filter((event) => event.type === type).map((event) => event.data.message.id)
    expect(reported('message.created')).toEqual(messages.map(({ id }) => id))
    const replies = messages.filter(({ role }) => role === 'assistant')
    expect(reported('message.completed')).toEqual(replies.map(({ id }) => id))
    // Each is answered itself, whatever else was said in the meantime.
    for (let n = 0; n < 15; n++)
      expect(replies.filter(({ content }) => content.includes(`“Number ${n}”`))).toHaveLength(1)
  })
})

describe('messages.delete', () => {
  test('removes a message, also a reply, once', async () => {
    const at = await openConversation()
    const reply = await app.as(owner).messages.send(at, { content: 'Hello' })
    const [said] = (await app.as(owner).conversations.read(at)).messages
    for (const id of [reply.id, said?.id ?? '']) {
      const place = { ...at, message_id: id }
      expect(await app.as(owner).messages.delete(place)).toEqual({ deleted: true, id })
      await expect(app.as(owner).messages.delete(place)).rejects.toEqual(refusal(404, 'message_not_found'))
    }
    expect((await app.as(owner).conversations.read(at)).messages).toEqual([])
  })

  test('knows no message of another conversation', async () => {
    const [mine, other] = [await openConversation(), await openConversation()]
    const { id: message_id } = await app.as(owner).messages.send(other, { content: 'Hello' })
    const deleting = app.as(owner).messages.delete({ ...mine, message_id })
    await expect(deleting).rejects.toEqual(refusal(404, 'message_not_found'))
    expect((await app.as(owner).conversations.read(other)).messages).toHaveLength(2)
  })
})
