import { MAX_AGENT_VERSIONS } from '@atrium/contract/agent-versions'
import { iterate } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor, viewer, guest, stranger } = useTeam(app)

const FIRST = {
  name: 'Support',
  description: 'Orders',
  logo_url: 'https://a.example/l.png',
  instructions: 'Be brief.',
}
async function make() {
  const agent = await app.as(owner).agents.create(FIRST)
  return { agent, at: { agent_id: agent.id } }
}
const versionsOf = async (agent_id: string) => (await app.as(owner).agents.list_versions({ agent_id })).items

test('who cannot see it finds none, an app is no agent, a viewer changes nothing', async () => {
  const { at } = await make()
  const { id: agent_id } = await app.make.app(owner)
  const all = (who: Parameters<typeof app.as>[0], path = at) => {
    const client = app.as(who).agents
    return [
      () => client.read(path),
      () => client.list_versions(path),
      () => client.read_version({ ...path, version: 1 }),
      () => client.update(path, { name: 'x' }),
      () => client.restore_version({ ...path, version: 1 }),
    ]
  }
  for (const who of [guest, stranger])
    for (const call of all(who)) await expect(call()).rejects.toEqual(refusal(404, 'agent_not_found'))
  for (const call of all(owner, { agent_id }))
    await expect(call()).rejects.toEqual(refusal(400, 'not_an_agent'))
  const [read, listed, version, ...changes] = all(viewer)
  await Promise.all([read?.(), listed?.(), version?.()])
  for (const call of changes) await expect(call()).rejects.toEqual(refusal(403, 'editor_required'))
  for (const call of [
    () => app.as(owner).agents.read_version({ ...at, version: 9 }),
    () => app.as(owner).agents.restore_version({ ...at, version: 9 }),
  ])
    await expect(call()).rejects.toEqual(refusal(404, 'agent_version_not_found'))
})

describe('agents.update', () => {
  test('changes what is named, keeps the rest, and keeps both versions with who and when', async () => {
    const { agent, at } = await make()
    const changed = await app.as(editor).agents.update(at, { instructions: 'Be kind.', description: null })
    expect(changed).toMatchObject({ ...FIRST, description: null, instructions: 'Be kind.' })
    expect(await app.as(owner).agents.read(at)).toEqual({ ...changed, user_role: 'editor' })
    expect(await versionsOf(agent.id)).toEqual([
      {
        ...{ version: 2, name: 'Support', description: null, logo_url: FIRST.logo_url },
        ...{ created_by: editor.email, created_date: changed.updated_date },
      },
      {
        ...{ version: 1, name: 'Support', description: 'Orders', logo_url: FIRST.logo_url },
        ...{ created_by: owner.email, created_date: agent.created_date },
      },
    ])
    expect(await app.as(viewer).agents.read_version({ ...at, version: 1 })).toMatchObject(FIRST)
    const [entry] = (await app.as(owner).audit.list({ action: 'agents.update' })).items
    expect(entry).toMatchObject({
      ...{ actor_id: editor.id, app_id: agent.id },
      detail: { changed: ['description', 'instructions'], version: 2 },
    })
  })

  test('what changes nothing makes no version', async () => {
    const { agent, at } = await make()
    expect(await app.as(owner).agents.update(at, { ...FIRST })).toEqual(agent)
    expect(await versionsOf(agent.id)).toHaveLength(1)
  })

  test('with If-Match only the agent that was read is changed; of two at once one', async () => {
    const { agent, at } = await make()
    const match = { headers: { 'if-match': `"${agent.updated_date}"` } }
    const tries = ['a', 'b'].map((name) => app.as(owner).agents.update(at, { name }, match))
    const results = await Promise.allSettled(tries)
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toEqual([refusal(412, 'agent_changed')])
    const restoring = app.as(owner).agents.restore_version({ ...at, version: 1 }, match)
    await expect(restoring).rejects.toEqual(refusal(412, 'agent_changed'))
    expect(await versionsOf(agent.id)).toHaveLength(2)
  })

  test('a state that came by a change of the app is a version too, of nobody known', async () => {
    const { agent, at } = await make()
    await app.as(owner).apps.update({ app_id: agent.id }, { name: 'Renamed' })
    await app.as(owner).agents.update(at, { name: 'Again' })
    const names = (await versionsOf(agent.id)).map(({ name, created_by }) => [name, created_by])
    expect(names).toEqual([
      ['Again', owner.email],
      ['Renamed', null],
      ['Support', owner.email],
    ])
  })

  test(`the newest ${MAX_AGENT_VERSIONS} versions stay`, async () => {
    const { agent, at } = await make()
    const other = await make()
    await app.as(owner).agents.update(other.at, { name: 'Other' })
    for (let n = 0; n < MAX_AGENT_VERSIONS + 2; n++)
      await app.as(owner).agents.update(at, { instructions: `Say ${n}.` })
    const listed = await Array.fromAsync(iterate(app.as(owner).agents.list_versions, at, { limit: 40 }))
    expect(listed.map(({ version }) => version)).toEqual(
      Array.from({ length: MAX_AGENT_VERSIONS }, (_, n) => MAX_AGENT_VERSIONS + 3 - n),
    )
    expect(agent.id).toBe(at.agent_id)
    // Each agent has so many.
    expect(await versionsOf(other.agent.id)).toHaveLength(2)
  })
})

describe('agents.restore_version', () => {
  test('brings a version back as the newest one', async () => {
    const { agent, at } = await make()
    await app.as(owner).agents.update(at, { name: 'Other', instructions: 'Shout.' })
    const back = await app.as(editor).agents.restore_version({ ...at, version: 1 })
    expect(back).toMatchObject(FIRST)
    expect((await versionsOf(agent.id)).map(({ version }) => version)).toEqual([3, 2, 1])
    const [entry] = (await app.as(owner).audit.list({ action: 'agents.restore_version' })).items
    expect(entry).toMatchObject({ actor_id: editor.id, detail: { restored: 1, version: 3 } })
  })
})
