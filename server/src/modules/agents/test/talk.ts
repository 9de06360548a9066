import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

/** The person's conversation with a new agent of their workspace. */
export async function talk(app: SharedApp, person: Person) {
  const owner = await app.make.person('owner', { id: person.workspace_id })
  const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
  const { id: conversation_id } = await app.as(person).conversations.open({ agent_id })
  return {
    agent_id,
    conversation_id,
    say: (content = 'Hello?', idempotency_key?: string) =>
      app
        .as(person)
        .messages.send(
          { agent_id, conversation_id },
          { content },
          idempotency_key === undefined ? {} : { idempotency_key },
        ),
    async said() {
      const read = await app.as(person).conversations.read({ agent_id, conversation_id })
      return read.messages.map(({ content }) => content)
    },
  }
}

/** The person's conversation with an agent inside an app. */
export async function talkInApp(app: SharedApp, person: Person) {
  const owner = await app.make.person('owner', { id: person.workspace_id })
  const { id: app_id } = await app.make.app(owner)
  await app.as(owner).app_agents.configure({ app_id }, [{ name: 'helper' }])
  const { id: conversation_id } = await app
    .as(person)
    .app_conversations.create({ app_id }, { agent_name: 'helper' })
  const at = { app_id, conversation_id }
  return {
    app_id,
    say: (content = 'Hello?', role: 'user' | 'assistant' = 'user') =>
      app.as(person).app_messages.send(at, { role, content }),
    said: async () =>
      (await app.as(person).app_conversations.read(at)).messages.map(({ content }) => content),
  }
}
