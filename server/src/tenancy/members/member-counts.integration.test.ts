/** How many apps and agents the list says that someone owns and shares. */
import { beforeEach, describe, expect, test } from 'vitest'
import { bring } from '../../../test/bring.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor } = useTeam(app, beforeEach)

/** Apps owned, apps shared, agents owned, agents shared; of the owner and the editor. */
async function counts() {
  const { members } = await app.as(owner).members.list({ sort_by: 'role', sort_dir: 'asc' })
  return members.map((one) => [one.apps_owned, one.apps_shared, one.agents_owned, one.agents_shared])
}
const share = (appId: string, role: 'editor' | 'viewer') =>
  app.as(owner).collaborators.set({ app_id: appId, email: editor.email }, { role })

describe('the counts follow', () => {
  test('apps and agents that are made and deleted', async () => {
    const { id } = await app.as(owner).apps.create({ name: 'One' })
    await app.as(owner).apps.create({ name: 'Two' })
    const agent = await app.as(owner).agents.create({ name: 'Agent' })
    await app.as(editor).apps.create({ name: 'Three' })
    expect(await counts()).toEqual([
      [2, 0, 1, 0],
      [1, 0, 0, 0],
    ])
    await app.as(owner).apps.delete({ app_id: id })
    await app.as(owner).apps.delete({ app_id: agent.id })
    expect(await counts()).toEqual([
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ])
  })

  test('collaborators that are set, set again and removed, and the apps they share', async () => {
    const one = await app.as(owner).apps.create({ name: 'One' })
    const agent = await app.as(owner).agents.create({ name: 'Agent' })
    await share(one.id, 'viewer')
    await share(one.id, 'editor')
    await share(agent.id, 'viewer')
    expect((await counts())[1]).toEqual([0, 1, 0, 1])
    await app.as(owner).collaborators.remove({ app_id: one.id, email: editor.email })
    expect((await counts())[1]).toEqual([0, 0, 0, 1])
    await app.as(owner).apps.delete({ app_id: agent.id })
    expect(await counts()).toEqual([
      [1, 0, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  test('an app that passes to another owner, who no longer shares it', async () => {
    const one = await app.as(owner).apps.create({ name: 'One' })
    await share(one.id, 'editor')
    await app.sql`update apps set owner_id = ${editor.id} where id = ${one.id}`
    expect(await counts()).toEqual([
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ])
    await app.as(owner).apps.update({ app_id: one.id }, { name: 'Renamed' })
    expect((await counts())[1]).toEqual([1, 0, 0, 0])
  })
})

describe('an archive', () => {
  test('may say the counts itself; else they are those of the apps it brings', async () => {
    const ws = owner.workspace_id
    const ids = ['a', 'b'].map((letter) => `${owner.id}_${letter}`)
    const [first = '', second = ''] = ids
    const joined = { workspace_id: ws, role: 'viewer', status: 'joined' }
    await bring(app, {
      users: ids.map((id) => ({ id, email: `${id}@example.com` })),
      members: [
        { ...joined, user_id: first, email: `${first}@example.com`, apps_owned: 9, agents_shared: 0 },
        { ...joined, user_id: second, email: `${second}@example.com` },
      ],
      apps: ids.map((id) => ({
        id: `app_${id}`,
        workspace_id: ws,
        owner_id: id,
        name: 'App',
        kind: 'agent',
      })),
      collaborators: [
        { app_id: `app_${first}`, user_id: second, role: 'viewer' },
        { app_id: `app_${second}`, user_id: first, role: 'viewer' },
        { app_id: `app_${second}`, user_id: editor.id, role: 'viewer' },
      ],
    })
    expect((await counts()).slice(1)).toEqual([
      [0, 0, 0, 1],
      [9, 0, 1, 0],
      [0, 0, 1, 1],
    ])
  })

  test('may bring someone whose apps are there already', async () => {
    const user = await app.make.user()
    await app.make.app({ ...owner, id: user.id })
    const row = { workspace_id: owner.workspace_id, user_id: user.id, email: user.email, status: 'joined' }
    await bring(app, { members: [{ ...row, role: 'guest' }] })
    expect(await counts()).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ])
  })
})
