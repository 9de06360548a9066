import { beforeEach, describe, expect, test } from 'vitest'
import { type Heard, listen } from '../../../../test/listen.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import { startModelServer } from '../../../ports/language-model/test/model-server.ts'

const model = useStarted(startModelServer)
const app = useApp(() => ({ rate_limits: 'off', ...model.settings }))
const { owner } = useTeam(app)

beforeEach(() => model.script(() => ({ say: ['We are ', 'open ', 'until five.'] })))

const roomOf = (conversation_id: string) => `/agent-conversations/${conversation_id}`
const statuses = (events: readonly Heard[]) => events.map(({ _message }) => _message.status)

async function withAgent() {
  const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
  const { id: conversation_id } = await app.as(owner).conversations.open({ agent_id })
  return { agent_id, conversation_id }
}

async function insideApp() {
  const { id: app_id } = await app.make.app(owner)
  await app.as(owner).app_agents.configure({ app_id }, [{ name: 'support' }])
  const made = await app.as(owner).app_conversations.create({ app_id }, { agent_name: 'support' })
  return { app_id, conversation_id: made.id }
}

async function look(app_id: string, conversation_id: string, person = owner) {
  const one = await listen(app.baseUrl, { app_id, token: person.token })
  const room = roomOf(conversation_id)
  return { one, room, answer: await one.join(room) }
}

/** Waits for the reply in its last form. */
async function reply(one: Awaited<ReturnType<typeof look>>['one'], room: string) {
  const isLast = ({ _message }: Heard) => _message.role === 'assistant' && _message.status !== 'in_progress'
  await expect.poll(() => one.heard(room).some(isLast)).toBe(true)
  return one.heard(room)
}

describe('anyone who looks at a conversation', () => {
  test('with an agent sees what is said, the reply as it grows, and its end', async () => {
    const at = await withAgent()
    const { one, room } = await look(at.agent_id, at.conversation_id)
    const sent = await app.as(owner).messages.send(at, { content: 'How long?' })
    const [said, growing, ...rest] = await reply(one, room)
    expect(said).toMatchObject({ id: at.conversation_id, agent_id: at.agent_id, user_id: owner.id })
    expect(said._message).toMatchObject({ role: 'user', content: 'How long?', status: 'completed' })
    expect(growing._message).toMatchObject({ id: sent.id, role: 'assistant', status: 'in_progress' })
    expect('We are open until five.').toContain(growing._message.content)
    const last = rest.at(-1)
    expect(last._message).toEqual(sent)
    const { messages } = await app.as(owner).conversations.read(at)
    expect(last.messages).toEqual(messages)
  })

  test('inside an app gets the reply over the room, after the message was answered at once', async () => {
    const at = await insideApp()
    const { one, room } = await look(at.app_id, at.conversation_id)
    const sent = await app.as(owner).app_messages.send(at, { role: 'user', content: 'How long?' })
    await one.hears(room, 1) // with what is stored by then
    await app.atrium.jobs.drain()
    const events = await reply(one, room)
    expect(events[0]).toMatchObject({
      id: at.conversation_id,
      app_id: at.app_id,
      agent_name: 'support',
      created_by_id: owner.id,
      messages: [{ id: sent.id }],
      _message: { id: sent.id, content: 'How long?' },
    })
    expect(events.at(-1)).toMatchObject({
      messages: [{ id: sent.id }, { role: 'assistant' }],
      _message: { role: 'assistant', content: 'We are open until five.', status: 'completed' },
    })
    expect(new Set(events.slice(1).map(({ _message }) => _message.id)).size).toBe(1)
  })

  test('as a user of the app sees their own', async () => {
    const { app_id } = await insideApp()
    await app.as(owner).apps.update({ app_id }, { public_settings: 'public_with_login' })
    const user = await app.make.appUser({ id: app_id })
    const made = await app.as(user.token).app_conversations.create({ app_id }, { agent_name: 'support' })
    const one = await listen(app.baseUrl, { app_id, token: user.token })
    const room = roomOf(made.id)
    expect(await one.join(room)).toMatchObject({ ok: true })
    const at = { app_id, conversation_id: made.id }
    await app.as(user.token).app_messages.send(at, { role: 'user', content: 'How long?' })
    await app.atrium.jobs.drain()
    expect((await reply(one, room)).at(-1)).toMatchObject({
      created_by_id: user.id,
      _message: { content: 'We are open until five.' },
    })
    expect((await look(app_id, made.id)).answer).toMatchObject({ code: 'conversation_not_found' })
  })

  test('sees a reply that breaks off as failed', async () => {
    model.script(() => ({ say: ['We are '], broken: 'cut' }))
    const at = await withAgent()
    const { one, room } = await look(at.agent_id, at.conversation_id)
    await app.as(owner).messages.send(at, { content: 'How long?' })
    const events = await reply(one, room)
    expect(statuses(events)).toEqual(['completed', 'in_progress', 'failed'])
  })

  test('gets as many of the newest messages as fit', async () => {
    const at = await insideApp()
    const content = 'x'.repeat(32_000)
    const send = (text: string) => app.as(owner).app_messages.send(at, { role: 'assistant', content: text })
    for (let count = 0; count < 10; count++) await send(content)
    const { one, room } = await look(at.app_id, at.conversation_id)
    const newest = await send('the newest')
    const [event] = await one.hears(room, 1)
    expect(event._message).toMatchObject({ id: newest.id })
    expect(event.messages.length).toBeGreaterThan(5)
    expect(event.messages.length).toBeLessThan(11)
    expect(event.messages.at(-1)).toMatchObject({ id: newest.id })
    expect(JSON.stringify(event).length).toBeLessThanOrEqual(256 * 1024)
  })
})

describe('the room of a conversation', () => {
  test('is closed to everybody but whose conversation it is', async () => {
    const at = await insideApp()
    const editor = await app.make.person('editor', { id: owner.workspace_id })
    const refused = { ok: false, code: 'conversation_not_found' }
    expect((await look(at.app_id, at.conversation_id, editor)).answer).toMatchObject(refused)
    const other = await insideApp()
    expect((await look(other.app_id, at.conversation_id)).answer).toMatchObject(refused)
    expect((await look(at.app_id, 'cnv_unknown')).answer).toMatchObject(refused)
    expect((await look(at.app_id, 'a b')).answer).toMatchObject({ ok: false, code: 'room_not_found' })
    expect((await look(at.app_id, '__proto__')).answer).toMatchObject(refused)
  })

  test('is closed to a session inside the app, by which a conversation with an agent cannot be read either', async () => {
    const at = await withAgent()
    const password = 'correct horse battery staple'
    const hash = await hashPassword(password)
    await app.sql`update users set password_hash = ${hash} where id = ${owner.id}`
    const inside = { app_id: at.agent_id }
    const { access_token } = await app.anonymous.app_auth.login(inside, { email: owner.email, password })
    await expect(app.as(access_token).conversations.read(at)).rejects.toMatchObject({ status: 403 })
    const one = await listen(app.baseUrl, { ...inside, token: access_token })
    expect(await one.join(roomOf(at.conversation_id))).toMatchObject({ ok: false, code: 'agent_not_found' })
  })

  test('is closed to visitors', async () => {
    const at = await insideApp()
    await app.as(owner).apps.update({ app_id: at.app_id }, { public_settings: 'public_without_login' })
    const visitor = await listen(app.baseUrl, { app_id: at.app_id })
    expect(await visitor.join(roomOf(at.conversation_id))).toMatchObject({ code: 'conversation_not_found' })
  })
})
