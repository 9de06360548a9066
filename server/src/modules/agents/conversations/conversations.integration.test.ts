import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { agentStore, type MessageRow } from '../store.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)

const allRefused = (calls: Promise<unknown>[], by: unknown) =>
  Promise.all(calls.map((call) => expect(call).rejects.toEqual(by)))

async function makeAgent() {
  return { agent_id: (await app.make.app(owner, { kind: 'agent' })).id }
}

describe('conversations.open', () => {
  test('makes the one conversation of a person with an agent, and answers it ever after', async () => {
    const agent = await makeAgent()
    const first = await app.as(owner).conversations.open(agent, { metadata: { page: 'home', deep: [1] } })
    expect(first).toMatchObject({ ...agent, user_id: owner.id, metadata: { page: 'home', deep: [1] } })
    const second = await app.as(owner).conversations.open(agent, { metadata: { page: 'other' } })
    expect(second).toEqual(first)
    expect(await app.as(owner).conversations.open(agent)).toEqual(first)
    const theirs = await app.as(viewer).conversations.open(agent)
    expect(theirs.id).not.toBe(first.id)
    expect((await app.as(owner).conversations.open(await makeAgent())).id).not.toBe(first.id)
  })

  test('makes one even when it is asked for many times at once', async () => {
    const agent = await makeAgent()
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        app.as(owner).conversations.open(agent, { metadata: { asked: n } }),
      ),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(new Set(opened.map(({ metadata }) => metadata.asked)).size).toBe(1)
    expect((await app.as(owner).conversations.list(agent)).items).toHaveLength(1)
  })

  test('takes an object as metadata, and text that can be stored', async () => {
    const agent = await makeAgent()
    for (const metadata of [[], 'text', null]) {
      const opening = app.as(owner).conversations.open(agent, { metadata: metadata as never })
      await expect(opening).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'metadata'] }] })
    }
    const odd = app.as(owner).conversations.open(agent, { metadata: { a: '\0' } })
    await expect(odd).rejects.toMatchObject({ status: 422 })
    const name = { __proto__x: 1, constructor: 'c', 'ключ 🎈': { nested: [null, true] } }
    expect((await app.as(owner).conversations.open(agent, { metadata: name })).metadata).toEqual(name)
  })
})

describe('who may talk to an agent', () => {
  test('a viewer may; a guest only with a collaborator entry; a limited token only to its own', async () => {
    const agent = await makeAgent()
    await app.as(viewer).conversations.open(agent)
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    await expect(app.as(guest).conversations.open(agent)).rejects.toEqual(refusal(404, 'agent_not_found'))
    await app.make.collaborator({ id: agent.agent_id }, guest, 'viewer')
    const { id: conversation_id } = await app.as(guest).conversations.open(agent)
    const reply = await app.as(guest).messages.send({ ...agent, conversation_id }, { content: 'Hello' })
    expect(reply.role).toBe('assistant')

    const limited = app.as(await app.make.token(owner, { app_ids: [agent.agent_id] }))
    await limited.conversations.open(agent)
    const other = await makeAgent()
    await expect(limited.conversations.open(other)).rejects.toEqual(refusal(404, 'agent_not_found'))
  })

  test('an agent that is foreign, missing or deleted is not found; an app is not an agent', async () => {
    const agent = await makeAgent()
    const gone = await makeAgent()
    const { id: conversation_id } = await app.as(owner).conversations.open(gone)
    await app.as(owner).apps.delete({ app_id: gone.agent_id })
    const plain = { agent_id: (await app.make.app(owner)).id }
    const cases = [
      [stranger, agent, 404, 'agent_not_found'],
      [owner, { agent_id: 'app_unknown' }, 404, 'agent_not_found'],
      [owner, gone, 404, 'agent_not_found'],
      [owner, plain, 400, 'not_an_agent'],
    ] as const
    for (const [who, at, status, code] of cases) {
      const client = app.as(who)
      const place = { ...at, conversation_id }
      const calls = [
        client.conversations.open(at),
        client.conversations.list(at),
        client.conversations.read(place),
        client.messages.send(place, { content: 'Hello' }),
        client.messages.delete({ ...place, message_id: 'msg_unknown' }),
      ]
      await allRefused(calls, refusal(status, code))
    }
  })
})

describe('conversations.list', () => {
  test('shows only the caller’s own, also to an owner', async () => {
    const agent = await makeAgent()
    const theirs = await app.as(viewer).conversations.open(agent)
    expect(await app.as(owner).conversations.list(agent)).toEqual({
      items: [],
      next_cursor: null,
      has_more: false,
    })
    expect((await app.as(viewer).conversations.list(agent)).items).toEqual([theirs])
  })

  test('leaves out conversations with agents inside the app', async () => {
    const agent = await makeAgent()
    const inside = { app_id: agent.agent_id }
    await app.as(owner).app_agents.configure(inside, [{ name: 'inner' }])
    const inner = await app.as(owner).app_conversations.create(inside, { agent_name: 'inner' })
    const place = { ...agent, conversation_id: inner.id }
    expect((await app.as(owner).conversations.list(agent)).items).toEqual([])
    await expect(app.as(owner).conversations.read(place)).rejects.toEqual(
      refusal(404, 'conversation_not_found'),
    )
  })

  test('refuses a cursor that is not its own', async () => {
    const agent = await makeAgent()
    const listing = app.as(owner).conversations.list(agent, { cursor: 'made-up' })
    await expect(listing).rejects.toMatchObject({ status: 422, detail: [{ loc: ['query', 'cursor'] }] })
  })
})

describe('conversations.read', () => {
  test('brings the 200 newest messages, oldest first', async () => {
    const agent = await makeAgent()
    const { id: conversation_id } = await app.as(owner).conversations.open(agent)
    for (let n = 0; n < 205; n++) await storeMessage(conversation_id, n)
    const { messages } = await app.as(owner).conversations.read({ ...agent, conversation_id })
    expect(messages).toHaveLength(200)
    expect(messages.map(({ content }) => content)).toEqual(
      Array.from({ length: 200 }, (_, n) => `Number ${n + 5}`),
    )
  })

  test('works with a read-only token, and it is the only one that does', async () => {
    const agent = await makeAgent()
    const { id: conversation_id } = await app.as(owner).conversations.open(agent)
    const place = { ...agent, conversation_id }
    const readOnly = app.as(await app.make.token(owner, { permission: 'read_only' }))
    expect(await readOnly.conversations.read(place)).toMatchObject({ id: conversation_id, messages: [] })
    const others = [
      readOnly.agents.list(),
      readOnly.conversations.open(agent),
      readOnly.conversations.list(agent),
      readOnly.messages.send(place, { content: 'Hello' }),
      readOnly.messages.delete({ ...place, message_id: 'msg_unknown' }),
      readOnly.app_agents.read({ app_id: agent.agent_id }),
      readOnly.app_conversations.list({ app_id: agent.agent_id }),
    ]
    await allRefused(others, refusal(403, 'read_only_credential_route_not_allowed'))
  })

  test('knows nobody else’s conversation, and none under another agent', async () => {
    const [agent, other] = [await makeAgent(), await makeAgent()]
    const { id: conversation_id } = await app.as(viewer).conversations.open(agent)
    await app.as(viewer).messages.send({ ...agent, conversation_id }, { content: 'A secret' })
    const admin = await app.make.person('admin', { id: owner.workspace_id })
    const attempts = [
      [owner, { ...agent, conversation_id }],
      [admin, { ...agent, conversation_id }],
      [viewer, { ...other, conversation_id }],
      [viewer, { ...agent, conversation_id: 'cnv_unknown' }],
    ] as const
    for (const [who, place] of attempts) {
      const client = app.as(who)
      const calls = [
        client.conversations.read(place),
        client.messages.send(place, { content: 'Let me in' }),
        client.messages.delete({ ...place, message_id: 'msg_unknown' }),
      ]
      await allRefused(calls, refusal(404, 'conversation_not_found'))
    }
    const { messages } = await app.as(viewer).conversations.read({ ...agent, conversation_id })
    expect(messages).toHaveLength(2)
  })
})

async function storeMessage(conversation_id: string, n: number): Promise<void> {
  const row: MessageRow = {
    id: `msg_${conversation_id}_${n}`,
    conversation_id,
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Number ${n}`,
    file_urls: [],
    status: 'completed',
    created_date: new Date(Date.UTC(2026, 0, 1)),
  }
  await agentStore(app.atrium.db).insertMessage(row, null)
}
