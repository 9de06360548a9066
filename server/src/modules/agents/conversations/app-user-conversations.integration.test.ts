/** The own users of an app talk to its agents. */
import { beforeAll, expect, test } from 'vitest'
import type { AppPerson } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let at: { app_id: string }
let grace: AppPerson
let ada: AppPerson

beforeAll(async () => {
  at = { app_id: (await app.make.app(owner, { public_settings: 'public_without_login' })).id }
  await app.as(owner).app_agents.configure(at, [{ name: 'support' }])
  grace = await app.make.appUser({ id: at.app_id })
  ada = await app.make.appUser({ id: at.app_id })
})

const begin = (person: { token: string }) =>
  app.as(person.token).app_conversations.create(at, { agent_name: 'support' })

test('each sees only their own conversations, and those who edit the app see none of them', async () => {
  const [hers, mine] = [await begin(grace), await begin(ada)]
  expect(hers.created_by_id).toBe(grace.id)
  const list = await app.as(grace.token).app_conversations.list(at)
  expect(list.map(({ id }) => id)).toEqual([hers.id])
  const missing = refusal(404, 'conversation_not_found')
  for (const person of [grace, owner]) {
    const other = { ...at, conversation_id: mine.id }
    await expect(app.as(person.token).app_conversations.read(other)).rejects.toEqual(missing)
    await expect(app.as(person.token).app_messages.send(other, { content: 'Hi' })).rejects.toEqual(missing)
  }
})

test('they speak for themselves alone', async () => {
  const conversation = { ...at, conversation_id: (await begin(grace)).id }
  const { app_messages, app_conversations } = app.as(grace.token)
  for (const role of ['assistant', 'system'] as const)
    await expect(app_messages.send(conversation, { role, content: 'I owe you' })).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
  expect((await app_conversations.read(conversation)).messages).toEqual([])
})

test('a reply is made, and the owner of the app pays for it', async () => {
  const { id } = await begin(grace)
  const conversation = { ...at, conversation_id: id }
  await app.as(grace.token).app_messages.send(conversation, { content: 'Hello' })
  const outcomes = await app.atrium.jobs.drain()
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['completed'])
  const { messages } = await app.as(grace.token).app_conversations.read(conversation)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  const uses = await app.as(owner).credits.list()
  expect(uses.items).toMatchObject([{ app_id: at.app_id, kind: 'agent_message' }])
})

test('who is signed in to another app, or not at all, talks to nobody', async () => {
  const elsewhere = await app.make.appUser(
    await app.make.app(owner, { public_settings: 'public_with_login' }),
  )
  await expect(begin(elsewhere)).rejects.toEqual(refusal(404, 'app_not_found'))
  await expect(app.anonymous.app_conversations.create(at, { agent_name: 'support' })).rejects.toEqual(
    refusal(401, 'missing_credentials'),
  )
  await expect(app.as(grace.token).app_agents.read(at)).rejects.toEqual(
    refusal(403, 'app_session_not_allowed'),
  )
})
