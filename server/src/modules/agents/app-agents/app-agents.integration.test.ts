import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)

const addApp = async () => ({ app_id: (await app.make.app(owner)).id })
const namesIn = async (at: { app_id: string }) =>
  (await app.as(owner).app_agents.read(at)).items.map(({ name }) => name)

describe('app_agents.configure', () => {
  test('replaces all agents and says what that did', async () => {
    const at = await addApp()
    const other = await addApp()
    const theirs = [{ name: 'a', instructions: 'theirs' }, { name: 'b' }]
    await app.as(owner).app_agents.configure(other, theirs)
    const configure = (...names: string[]) =>
      app.as(owner).app_agents.configure(
        at,
        names.map((name) => ({ name })),
      )
    expect(await configure('b', 'a')).toEqual({ created: ['b', 'a'], updated: [], deleted: [] })
    expect(await configure('c', 'a')).toEqual({ created: ['c'], updated: ['a'], deleted: ['b'] })
    expect(await namesIn(at)).toEqual(['a', 'c'])
    expect(await configure()).toEqual({ created: [], updated: [], deleted: ['a', 'c'] })
    expect(await app.as(owner).app_agents.read(at)).toMatchObject({ items: [], total: 0 })
    expect((await app.as(owner).app_agents.read(other)).items).toMatchObject(theirs)
  })

  test('keeps every field, also those it does not know, and forgets those that are left out', async () => {
    const at = await addApp()
    const full = {
      name: 'support',
      description: 'Answers questions',
      instructions: 'Be brief.',
      tool_configs: [
        { entity_name: 'Order', allowed_operations: ['read'] },
        { function_name: 'refund', description: 'Pays back' },
      ],
      model: 'large',
      memory: { kept: true, days: [1, null, 'x'] },
      app_id: 'not the app',
    }
    await app.as(owner).app_agents.configure(at, [full])
    expect(await app.as(owner).app_agents.read(at)).toMatchObject({ items: [full], total: 1 })
    const less = { name: 'support', model: 'small' }
    await app.as(owner).app_agents.configure(at, [less])
    const left = { name: 'support', description: '', instructions: '', tool_configs: [], model: 'small' }
    expect((await app.as(owner).app_agents.read(at)).items).toEqual([left])
  })

  test('replaces nothing that somebody changed since, if the version is sent along', async () => {
    const at = await addApp()
    const agents = app.as(owner).app_agents
    const { version: empty } = await agents.read(at)
    await agents.configure(at, [{ name: 'theirs', instructions: 'x' }], { if_match: empty })
    await expect(agents.configure(at, [{ name: 'mine' }], { if_match: empty })).rejects.toEqual(
      refusal(412, 'app_agents_changed'),
    )
    expect(await namesIn(at)).toEqual(['theirs'])
    const { version } = await agents.read(at)
    // The same again is no change.
    await agents.configure(at, [{ name: 'theirs', instructions: 'x' }])
    const racing = ['one', 'other'].map((name) => agents.configure(at, [{ name }], { if_match: version }))
    const outcomes = (await Promise.allSettled(racing)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('refuses two agents of one name, and changes nothing', async () => {
    const at = await addApp()
    await app.as(owner).app_agents.configure(at, [{ name: 'kept' }])
    const repeated = app.as(owner).app_agents.configure(at, [{ name: 'a' }, { name: 'b' }, { name: 'a' }])
    await expect(repeated).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 2, 'name'], type: 'value_error' }],
    })
    expect(await namesIn(at)).toEqual(['kept'])
  })

  test('takes up to 100 agents with names of 1 to 100 characters', async () => {
    const at = await addApp()
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `agent ${n}` }))
    await app.as(owner).app_agents.configure(at, many(100))
    expect((await app.as(owner).app_agents.read(at)).total).toBe(100)
    const wrong = [
      many(101),
      [{ name: '' }],
      [{ name: 'x'.repeat(101) }],
      [{ description: 'nameless' } as never],
    ]
    for (const agents of wrong) {
      const configuring = app.as(owner).app_agents.configure(at, agents)
      await expect(configuring).rejects.toMatchObject({ status: 422, code: 'validation_error' })
    }
  })

  test('leaves one whole set when several replace it at once', async () => {
    const at = await addApp()
    const sets = Array.from({ length: 6 }, (_, n) => [`one ${n}`, `other ${n}`])
    await Promise.all(
      sets.map((names) =>
        app.as(owner).app_agents.configure(
          at,
          names.map((name) => ({ name })),
        ),
      ),
    )
    expect(sets).toContainEqual(await namesIn(at))
  })

  test('is written to the audit log', async () => {
    const at = await addApp()
    await app.as(owner).app_agents.configure(at, [{ name: 'support' }])
    const { items } = await app.as(owner).audit.list({ limit: 1 })
    expect(items[0]).toMatchObject({
      action: 'app_agents.configure',
      target_id: at.app_id,
      detail: { created: ['support'], updated: [], deleted: [] },
    })
  })
})

describe('who may', () => {
  test('editors change them, viewers read them, others know no such app', async () => {
    const at = await addApp()
    await app.as(owner).app_agents.configure(at, [{ name: 'support' }])
    expect((await app.as(viewer).app_agents.read(at)).total).toBe(1)
    await expect(app.as(viewer).app_agents.configure(at, [])).rejects.toEqual(refusal(403, 'editor_required'))
    const limited = await app.make.token(owner, { app_ids: ['app_other'] })
    for (const who of [stranger, limited]) {
      const client = app.as(who)
      await expect(client.app_agents.read(at)).rejects.toEqual(refusal(404, 'app_not_found'))
      await expect(client.app_agents.configure(at, [])).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    expect(await namesIn(at)).toEqual(['support'])
  })
})
