/** What is charged, to whom, and when a limit stands against it; reported by agents' messages. */
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { talk, talkInApp } from '../../modules/agents/test/talk.ts'
import { EXHAUSTED, useCredits } from './test/credit-scene.ts'

const { app, model, limited, used, ledger, holds } = useCredits()
const activity = async ({ id, workspace_id }: Person) => {
  const rows = await app.sql<{ credits_used: number; last_active: Date | null; changed: boolean }>`
    select credits_used, last_active, changed from member_activity
     where workspace_id = ${workspace_id} and user_id = ${id}`
  return rows[0]
}

describe('a reply of an agent', () => {
  test('costs one credit, and is activity', async () => {
    const viewer = await app.make.person('viewer')
    const { say, agent_id } = await talk(app, viewer)
    const before = app.clock.now()
    await say()
    await say()
    expect(await ledger(viewer)).toEqual(Array(2).fill(['agent_message', 1, agent_id]))
    expect(await used(viewer)).toBe(2)
    const { credits_used, last_active, changed } = (await activity(viewer)) ?? {}
    expect([credits_used, changed]).toEqual([2, true])
    expect(last_active?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  test('costs the same inside an app, where only what a person says is replied to', async () => {
    const viewer = await app.make.person('viewer')
    const { say, app_id, said } = await talkInApp(app, viewer)
    await say()
    await say('A note', 'assistant')
    expect(await used(viewer)).toBe(0)
    await app.atrium.jobs.drain()
    expect(await said()).toEqual(['Hello?', 'A note', 'Yes.'])
    expect(await ledger(viewer)).toEqual([['agent_message', 1, app_id]])
  })

  test('costs nothing when the model does not answer', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say, said } = await talk(app, viewer)
    model.script(() => ({ status: 400 }))
    for (let i = 0; i < 3; i++)
      await expect(say()).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(await said()).toHaveLength(3)
    expect([await used(viewer), await holds(viewer)]).toEqual([0, 0])
    model.script(() => ({ say: ['Yes.'] }))
    await say()
    expect(await used(viewer)).toBe(1)
  })

  test('costs nothing when it broke off', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talk(app, viewer)
    model.script(() => ({ say: ['Ye'], broken: 'cut' }))
    expect((await say()).status).toBe('failed')
    expect([await used(viewer), await holds(viewer)]).toEqual([0, 0])
    expect((await say()).status).toBe('failed')
  })

  test('is charged once, however often it is asked for with its key', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talk(app, viewer)
    const reply = await say('Hello?', 'key:1')
    expect(await say('Hello?', 'key:1')).toEqual(reply) // nothing is left, and nothing is needed
    await expect(say('Hello?', 'key:2')).rejects.toEqual(EXHAUSTED)
    expect(await used(viewer)).toBe(1)
  })

  test('inside an app costs nothing when every try failed', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say } = await talkInApp(app, viewer)
    model.script(() => ({ status: 400 }))
    await say()
    await expect(say()).rejects.toEqual(EXHAUSTED) // the first is still being tried
    for (const seconds of [0, 2, 10]) {
      app.clock.move(seconds)
      await app.atrium.jobs.drain()
      expect(await holds(viewer)).toBe(1)
    }
    app.clock.move(60)
    await app.atrium.jobs.drain().catch(() => {}) // it failed for good
    expect([await used(viewer), await holds(viewer)]).toEqual([0, 0])
  })

  test('inside an app holds nothing when its conversation is gone', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 1 }))
    const { say, app_id } = await talkInApp(app, viewer)
    await say()
    expect(await holds(viewer)).toBe(1)
    await app.sql`delete from conversations where app_id = ${app_id}`
    await app.atrium.jobs.drain()
    expect([await used(viewer), await holds(viewer), model.calls.length]).toEqual([0, 0, 0])
  })
})

describe('a limit', () => {
  test('of one’s own goes before the default of the workspace, to either side', async () => {
    const workspace = await limited({ default_member_credit_limit: 2 })
    const some = await app.make.person('editor', workspace)
    const less = await app.make.person('editor', workspace, { credit_limit: 1 })
    const more = await app.make.person('editor', workspace, { credit_limit: 3 })
    const none = await app.make.person('editor', workspace, { credit_limit: 0 })
    for (const [person, limit] of [
      [none, 0],
      [less, 1],
      [some, 2],
      [more, 3],
    ] as const) {
      const { say } = await talk(app, person)
      for (let i = 0; i < limit; i++) await say()
      await expect(say()).rejects.toEqual(EXHAUSTED)
      expect(await used(person)).toBe(limit)
    }
  })

  test('holds for owners too, by the default', async () => {
    const owner = await app.make.person('owner', await limited({ default_member_credit_limit: 0 }))
    await expect((await talk(app, owner)).say()).rejects.toEqual(EXHAUSTED)
  })

  test('of the workspace holds for all together', async () => {
    const workspace = await limited({ monthly_limit: 3 })
    const [ada, ben] = [await app.make.person('editor', workspace), await app.make.person('guest', workspace)]
    const [one, other] = [await talk(app, ada), await talkInApp(app, ada)]
    await one.say()
    await other.say()
    await one.say() // the reply in the app is to come, and counts
    await expect(one.say()).rejects.toEqual(EXHAUSTED)
    await expect(other.say()).rejects.toEqual(EXHAUSTED)
    await app.atrium.jobs.drain()
    await expect(one.say()).rejects.toEqual(EXHAUSTED)
    expect(await app.as(ada).credits.read()).toMatchObject({ credits_used: 3, monthly_limit: 3 })
    expect(await used(ben)).toBe(0)
  })

  test.each([
    ['the workspace', { monthly_limit: 1 }],
    ['a person', { default_member_credit_limit: 1 }],
  ])('of %s is not taken up by a use whose time is over', async (_, limits) => {
    const viewer = await app.make.person('viewer', await limited(limits))
    const { say } = await talk(app, viewer)
    const hold = (until: Date) =>
      app.sql`insert into credit_holds (key, workspace_id, user_id, amount, until)
          values (${`died ${viewer.id}`}, ${viewer.workspace_id}, ${viewer.id}, 1, ${until})
          on conflict (key) do update set until = excluded.until`
    await hold(new Date(app.clock.now().getTime() + 60_000))
    await expect(say()).rejects.toEqual(EXHAUSTED)
    await hold(new Date(app.clock.now().getTime() - 1))
    await say()
  })

  test('that is reached stores nothing and asks no model', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 0 }))
    const [one, other] = [await talk(app, viewer), await talkInApp(app, viewer)]
    await expect(one.say('Hello?', 'key:1')).rejects.toEqual(EXHAUSTED)
    await expect(other.say()).rejects.toEqual(EXHAUSTED)
    await app.atrium.jobs.drain()
    expect([await one.said(), await other.said(), await ledger(viewer)]).toEqual([[], [], []])
    expect(model.calls).toEqual([])
  })

  test('that is raised lets the same request pass', async () => {
    const viewer = await app.make.person('viewer', await limited({ default_member_credit_limit: 0 }))
    const { say } = await talk(app, viewer)
    await expect(say('Hello?', 'key:1')).rejects.toEqual(EXHAUSTED)
    await app.sql`update workspaces set default_member_credit_limit = 1
      where id = ${viewer.workspace_id}`
    expect((await say('Hello?', 'key:1')).content).toBe('Yes.')
  })

  test('of a fraction leaves no room for a whole', async () => {
    const workspace = await limited({ default_member_credit_limit: 2.5 })
    const viewer = await app.make.person('viewer', workspace, { credits_used: 0.75 })
    const { say } = await talk(app, viewer)
    await say()
    await expect(say()).rejects.toEqual(EXHAUSTED)
    expect(await used(viewer)).toBe(1.75)
  })

  test('is somebody else’s when a workspace is', async () => {
    const [here, there] = [await limited({ default_member_credit_limit: 0 }), await app.make.workspace()]
    const person = await app.make.person('editor', here)
    await app.make.membership(there.id, { ...person, full_name: 'Twice' }, 'editor')
    const owner = await app.make.person('owner', there)
    const { id: agent_id } = await app.make.app(owner, { kind: 'agent' })
    const session = app.as(await app.make.session(person))
    const { id: conversation_id } = await session.conversations.open({ agent_id })
    await session.messages.send({ agent_id, conversation_id }, { content: 'Hello?' })
    await expect((await talk(app, person)).say()).rejects.toEqual(EXHAUSTED)
  })
})
