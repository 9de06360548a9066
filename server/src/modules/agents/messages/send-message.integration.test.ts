/** A message that is sent again with its Idempotency-Key, while the model answers, hangs or fails. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type Scripted, startModelServer } from '../../../ports/language-model/test/model-server.ts'
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts'

type Place = Awaited<ReturnType<typeof openConversation>>

const model = useStarted(startModelServer)
const app = useApp(() => ({ rate_limits: 'off', ...model.settings }))
const { owner } = useTeam(app)

beforeEach(() => {
  model.script(() => ({ say: ['Yes', '.'] }))
  model.calls.length = 0
})

const LEASE_SECONDS = 180

async function openConversation() {
  const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
  const { id: conversation_id } = await app.as(owner).conversations.open({ agent_id })
  return { agent_id, conversation_id }
}

const send = (at: Place, idempotency_key: string, content = 'Is it open?', file_urls: string[] = []) =>
  app.as(owner).messages.send(at, { content, file_urls }, { idempotency_key })

const contentsOf = async (at: Place) =>
  (await app.as(owner).conversations.read(at)).messages.map(({ content }) => content)

const hasAsked = (times: number) => vi.waitFor(() => expect(model.calls).toHaveLength(times), 15_000)

/** Answers the next calls of the model one by one, each when it is let go. */
function holdModel(...answers: [Scripted, ...Scripted[]]) {
  const gates = answers.map((answer) => ({ answer, ...Promise.withResolvers<void>() }))
  const [first, ...rest] = gates.map(({ promise, answer }): Scripted => ({ after: promise, answer }))
  if (first) model.scriptEach(first, ...rest)
  return gates.map(({ resolve }) => resolve)
}

describe('a repeat with the same key', () => {
  test('answers the same reply and stores nothing twice', async () => {
    const at = await openConversation()
    const reply = await send(at, 'key:1')
    expect(reply.content).toBe('Yes.')
    expect(await send(at, 'key:1')).toEqual(reply)
    expect(await contentsOf(at)).toEqual(['Is it open?', 'Yes.'])
    expect(model.calls).toHaveLength(1)
  })

  test('is another request under another key, or in another conversation', async () => {
    const [at, other] = [await openConversation(), await openConversation()]
    const replies = [await send(at, 'key:1'), await send(at, 'key:2'), await send(other, 'key:1')]
    expect(new Set(replies.map(({ id }) => id)).size).toBe(3)
    expect(await contentsOf(at)).toHaveLength(4)
    expect(await contentsOf(other)).toHaveLength(2)
  })

  test('is refused when it says something else', async () => {
    const at = await openConversation()
    await send(at, 'key:1')
    const others = [
      send(at, 'key:1', 'Is it closed?'),
      send(at, 'key:1', undefined, ['https://example.com/']),
    ]
    for (const other of await Promise.allSettled(others))
      expect(other).toMatchObject({ reason: refusal(409, 'idempotency_conflict') })
    expect(await contentsOf(at)).toHaveLength(2)
  })

  test('is refused while the first is being answered', async () => {
    const at = await openConversation()
    const [letGo] = holdModel({ say: ['At last'] })
    const first = send(at, 'key:1')
    await hasAsked(1)
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(409, 'message_in_progress'))
    await expect(send(at, 'key:1', 'Other')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
    letGo?.()
    const reply = await first
    expect(await send(at, 'key:1')).toEqual(reply)
    expect(await contentsOf(at)).toEqual(['Is it open?', 'At last'])
  })

  test('makes one message and one reply when ten are sent at once', async () => {
    const at = await openConversation()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => send(at, 'key:1')))
    const answered = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome).toEqual(answered[0])
      else expect(outcome.reason).toEqual(refusal(409, 'message_in_progress'))
    }
    expect(await contentsOf(at)).toEqual(['Is it open?', 'Yes.'])
    expect(model.calls).toHaveLength(1)
  })

  test('finds nothing when the reply was deleted', async () => {
    const at = await openConversation()
    const { id: message_id } = await send(at, 'key:1')
    await app.as(owner).messages.delete({ ...at, message_id })
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(404, 'message_not_found'))
    expect(await contentsOf(at)).toEqual(['Is it open?'])
  })

  test.each(['', 'a b', 'ключ', 'x'.repeat(201)])('is refused with a key like %j', async (key) => {
    const at = await openConversation()
    const url = `${app.baseUrl}/api/agents/${at.agent_id}/conversations/${at.conversation_id}/messages`
    const headers = {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      'idempotency-key': Buffer.from(key).toString('latin1'),
    }
    const response = await fetch(url, { method: 'POST', headers, body: '{"content":"Hello"}' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ loc: ['header', 'idempotency-key'] }] })
  })
})

describe('what the model is shown', () => {
  test('is the instructions and what was said, with the addresses of files', async () => {
    const { id: agent_id } = await app.as(owner).agents.create({ name: 'Agent', instructions: 'Be brief.' })
    const { id: conversation_id } = await app.as(owner).conversations.open({ agent_id })
    const at = { agent_id, conversation_id }
    await send(at, 'key:1', 'Hello')
    await send(at, 'key:2', 'What is this?', ['https://example.com/a.pdf'])
    expect(model.calls.at(-1)?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'What is this?\nhttps://example.com/a.pdf' },
    ])
  })

  test('is the newest part of a conversation that would outgrow it', async () => {
    const at = await openConversation()
    const long = 'x'.repeat(32_000)
    for (let n = 0; n < 6; n++) await send(at, `key:${n}`, `${n}${long.slice(1)}`)
    const [_system, ...shown] = model.calls.at(-1)?.body.messages ?? []
    expect(shown.map(({ content }: { content: string }) => content[0])).toEqual([
      'Y',
      '2',
      'Y',
      '3',
      'Y',
      '4',
      'Y',
      '5',
    ])
  })
})

test('the model is shown the newest 50 messages, and none of another conversation', async () => {
  const [at, other] = [await openConversation(), await openConversation()]
  for (const { conversation_id } of [at, other])
    await app.sql`insert into messages (id, conversation_id, role, content, status, created_date)
      select 'msg_' || ${conversation_id} || n, ${conversation_id}, 'user', ${conversation_id} || n, 'completed', now()
        from generate_series(1, 60) n`
  await send(at, 'key:1', 'Last')
  const [_system, ...shown] = model.calls.at(-1)?.body.messages ?? []
  const before = Array.from({ length: 49 }, (_, n) => `${at.conversation_id}${n + 12}`)
  expect(shown.map(({ content }: { content: string }) => content)).toEqual([...before, 'Last'])
})

describe('when the model is not there', () => {
  test('the message is kept, and a repeat is answered later', async () => {
    const at = await openConversation()
    model.script(() => ({ status: 400 }))
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(503, 'model_unavailable'))
    expect(await contentsOf(at)).toEqual(['Is it open?'])
    model.script(() => ({ say: ['Now'] }))
    expect((await send(at, 'key:1')).content).toBe('Now')
    expect(await contentsOf(at)).toEqual(['Is it open?', 'Now'])
  })

  test('a repeat answers its own message, whatever was said since', async () => {
    const at = await openConversation()
    model.script(() => ({ status: 400 }))
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(503, 'model_unavailable'))
    model.script(({ asked }) => ({ say: [`You asked: ${asked}`] }))
    await send(at, 'key:2', 'And tomorrow?')
    expect((await send(at, 'key:1')).content).toBe('You asked: Is it open?')
    expect(await contentsOf(at)).toHaveLength(4)
  })

  test('a message that was deleted is not answered any more', async () => {
    const at = await openConversation()
    model.script(() => ({ status: 400 }))
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(503, 'model_unavailable'))
    const [said] = (await app.as(owner).conversations.read(at)).messages
    await app.as(owner).messages.delete({ ...at, message_id: said?.id ?? '' })
    model.script(() => ({ say: ['Now'] }))
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(404, 'message_not_found'))
    expect(await contentsOf(at)).toEqual([])
  })

  test('a reply that breaks off is kept, and stays the reply', async () => {
    const at = await openConversation()
    model.script(() => ({ say: ['It is', ' op'], broken: 'cut' }))
    const reply = await send(at, 'key:1')
    expect(reply).toMatchObject({ status: 'failed', content: expect.stringContaining('It is') })
    model.script(() => ({ say: ['Now'] }))
    expect(await send(at, 'key:1')).toEqual(reply)
  })

  test('a reply that breaks off costs nothing, and keeps no credits back', async () => {
    const member = await app.make.person('owner', await app.make.workspace({ monthly_limit: 1 }))
    const { id: agent_id } = await app.make.app(member, { kind: 'agent' })
    const { conversations, messages, credits } = app.as(member)
    const at = { agent_id, conversation_id: (await conversations.open({ agent_id })).id }
    model.script(() => ({ say: ['It is', ' op'], broken: 'cut' }))
    expect((await messages.send(at, { content: 'Is it open?' })).status).toBe('failed')
    expect(await app.sql`select from credit_holds where workspace_id = ${member.workspace_id}`).toEqual([])
    expect((await credits.list()).items).toEqual([])
  })

  test('nothing is configured: every message is kept and refused', async () => {
    const bare = await startApp({ language_model: 'none', database_url: app.databaseUrl })
    const at = await openConversation()
    const sending = bare.as(owner).messages.send(at, { content: 'Anybody?' })
    await expect(sending).rejects.toEqual(refusal(503, 'model_unavailable'))
    expect(await contentsOf(at)).toEqual(['Anybody?'])
  })
})

describe('the one who answered is gone', () => {
  test('a repeat takes over after the lease, and one reply is stored even if the first comes back', async () => {
    holdClock(app.clock)
    const at = await openConversation()
    const [letFirstGo, letSecondGo] = holdModel({ say: ['Late'] }, { say: ['Taken over'] })
    const first = send(at, 'key:1')
    await hasAsked(1)
    app.clock.move(LEASE_SECONDS - 5)
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(409, 'message_in_progress'))
    app.clock.move(10)
    const second = send(at, 'key:1')
    await hasAsked(2)
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(409, 'message_in_progress'))
    letSecondGo?.()
    const reply = await second
    expect(reply.content).toBe('Taken over')
    letFirstGo?.()
    expect(await first).toEqual(reply)
    expect(await send(at, 'key:1')).toEqual(reply)
    expect(await contentsOf(at)).toEqual(['Is it open?', 'Taken over'])
  })

  test('a failure of the first does not let a third one in next to the second', async () => {
    const at = await openConversation()
    const [failFirst, letSecondGo] = holdModel({ status: 400 }, { say: ['Taken over'] })
    const first = send(at, 'key:1')
    await hasAsked(1)
    app.clock.move(LEASE_SECONDS + 1)
    const second = send(at, 'key:1')
    await hasAsked(2)
    failFirst?.()
    await expect(first).rejects.toEqual(refusal(503, 'model_unavailable'))
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(409, 'message_in_progress'))
    letSecondGo?.()
    await second
    expect(await contentsOf(at)).toEqual(['Is it open?', 'Taken over'])
  })

  test('a process that died left the message: another one answers it', async () => {
    const at = await openConversation()
    const reply = await send(at, 'key:1')
    // As if it had died before its last transaction.
    await app.as(owner).messages.delete({ ...at, message_id: reply.id })
    await app.sql`update message_requests set reply_id = null where conversation_id = ${at.conversation_id}`
    await expect(send(at, 'key:1')).rejects.toEqual(refusal(409, 'message_in_progress'))
    app.clock.move(LEASE_SECONDS + 1)
    const other = await startApp({ database_url: app.databaseUrl }, { clock: app.clock })
    const taken = await other
      .as(owner)
      .messages.send(at, { content: 'Is it open?', file_urls: [] }, { idempotency_key: 'key:1' })
    expect(taken.role).toBe('assistant')
    expect(await contentsOf(at)).toEqual(['Is it open?', taken.content])
  })
})

test('keys are forgotten after a week', async () => {
  const at = await openConversation()
  await send(at, 'key:1')
  const forget = () =>
    purgeIdempotencyKeys.run(
      { db: app.atrium.db, clock: app.clock },
      {},
      { attempt: 1, signal: AbortSignal.abort() },
    )
  app.clock.move(6 * 86_400)
  await forget()
  await expect(send(at, 'key:1', 'Other')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
  app.clock.move(2 * 86_400)
  await forget()
  expect((await send(at, 'key:1', 'Other')).content).toBe('Yes.')
})
