/** Who comes to an app next to the people of its workspace: its own users, and anybody where it is open. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AppPerson } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const MISSING = refusal(401, 'missing_credentials')
const INVALID = refusal(401, 'invalid_credentials')
const NO_APP = refusal(404, 'app_not_found')
const SETTINGS = [
  'private_with_login',
  'workspace_with_login',
  'public_with_login',
  'public_without_login',
] as const

/** An app with tasks that everybody reads and only signed-in people write. */
async function appWithTasks(public_settings: string = 'private_with_login') {
  const made = await app.make.app(owner, { public_settings })
  const path = { app_id: made.id, entity_name: 'Task' }
  await app.as(owner).schemas.set(
    { app_id: made.id, name: 'Task' },
    {
      properties: {
        title: { type: 'string' },
        secret: { type: 'string', rls: { read: { user_condition: { role: 'admin' } } } },
      },
      rls: { read: true, create: true, update: { created_by_id: '{{user.id}}' }, delete: false },
    },
  )
  return { ...made, path }
}

const set = (id: string, public_settings: (typeof SETTINGS)[number]) =>
  app.as(owner).apps.update({ app_id: id }, { public_settings })

describe('without a credential', () => {
  test.each(SETTINGS)('an app that is %s lets in everybody only if it says so', async (settings) => {
    const { path } = await appWithTasks(settings)
    const listed = app.anonymous.records.list(path)
    if (settings === 'public_without_login') expect(await listed).toEqual([])
    else await expect(listed).rejects.toEqual(MISSING)
  })

  test('an unknown and a deleted app are distinguished from a closed one by nothing', async () => {
    const { path } = await appWithTasks('public_without_login')
    await app.as(owner).apps.delete({ app_id: path.app_id })
    for (const app_id of ['app_unknown', path.app_id])
      await expect(app.anonymous.records.list({ ...path, app_id })).rejects.toEqual(MISSING)
  })

  test.each(['%00', 'a%00b', 'x'.repeat(5_000), '%F0%9F%98%80', "'"])('so is %s', async (id) => {
    const answer = await fetch(`${app.baseUrl}/api/apps/${id}/entities/Task`)
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'missing_credentials'])
  })

  test('a closed app reads no body', async () => {
    const { path } = await appWithTasks()
    const answer = await fetch(`${app.baseUrl}/api/apps/${path.app_id}/entities/Task`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(answer.status).toBe(401)
  })

  test('records are made by anonymous, and rules meet nobody', async () => {
    const { path } = await appWithTasks('public_without_login')
    const task = await app.anonymous.records.create(path, { title: 'Water', secret: 'x' })
    expect(task).toMatchObject({ title: 'Water', created_by: 'anonymous', created_by_id: 'anonymous' })
    expect(task).not.toHaveProperty('secret')
    const one = { ...path, entity_id: task.id }
    expect(await app.anonymous.records.get(one)).toEqual(task)
    expect((await app.anonymous.records.page(path, { limit: 1 })).items).toEqual([task])
    await expect(app.anonymous.records.update(one, { title: 'Feed' })).rejects.toEqual(
      refusal(403, 'row_rule_refused'),
    )
    await expect(app.anonymous.records.list(path, { sort: 'secret' })).rejects.toMatchObject({ status: 422 })
  })

  test('nobody passes the rules by', async () => {
    const { path } = await appWithTasks('public_without_login')
    const answer = await fetch(`${app.baseUrl}/api/apps/${path.app_id}/entities/Task`, {
      headers: { 'x-bypass-rls': 'true' },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'editor_required'])
  })

  test('an open app opens nothing else', async () => {
    const { id } = await appWithTasks('public_without_login')
    await expect(app.anonymous.schemas.list({ app_id: id })).rejects.toEqual(MISSING)
    await expect(app.anonymous.apps.read({ app_id: id })).rejects.toEqual(MISSING)
    await expect(app.anonymous.app_conversations.list({ app_id: id })).rejects.toEqual(MISSING)
    await expect(app.anonymous.users.me({ app_id: id })).rejects.toEqual(MISSING)
  })

  test('a credential that is not good is not taken for none', async () => {
    const { path } = await appWithTasks('public_without_login')
    await expect(app.as('pat_unknown').records.list(path)).rejects.toEqual(INVALID)
    const stranger = await app.make.person('owner')
    await expect(app.as(stranger).records.list(path)).rejects.toEqual(NO_APP)
  })

  test('a browser with the cookie of an ended session comes as nobody', async () => {
    const { path } = await appWithTasks('public_without_login')
    const headers = { cookie: 'atrium=ses_ended' }
    const get = (app_id: string) => fetch(`${app.baseUrl}/api/apps/${app_id}/entities/Task`, { headers })
    expect((await get(path.app_id)).status).toBe(200)
    expect((await get('app_unknown')).status).toBe(401)
  })
})

describe('an own user of an app', () => {
  let path: { app_id: string; entity_name: string }
  let ada: AppPerson
  beforeEach(async () => {
    const made = await appWithTasks('public_with_login')
    path = made.path
    ada = await app.make.appUser(made)
  })

  test('is who they are to the rules, with the role user', async () => {
    const task = await app.as(ada.token).records.create(path, { title: 'Water', secret: 'x' })
    expect(task).toMatchObject({ created_by: ada.email, created_by_id: ada.id })
    expect(task).not.toHaveProperty('secret')
    const one = { ...path, entity_id: task.id }
    expect(await app.as(ada.token).records.update(one, { title: 'Feed' })).toMatchObject({ title: 'Feed' })
    const grace = await app.make.appUser({ id: path.app_id })
    await expect(app.as(grace.token).records.update(one, { title: 'Hers' })).rejects.toEqual(
      refusal(403, 'row_rule_refused'),
    )
  })

  test('has another role and data when their row says so', async () => {
    const boss = await app.make.appUser({ id: path.app_id }, { role: 'admin' })
    expect(await app.as(boss.token).records.create(path, { secret: 'x' })).toMatchObject({ secret: 'x' })
  })

  test('does not pass the rules by, whatever their role', async () => {
    const boss = await app.make.appUser({ id: path.app_id }, { role: 'admin' })
    const answer = await fetch(`${app.baseUrl}/api/apps/${path.app_id}/entities/Task`, {
      headers: { authorization: `Bearer ${boss.token}`, 'x-bypass-rls': 'true' },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'editor_required'])
  })

  test('reaches no other app, also not an open one', async () => {
    for (const settings of ['public_with_login', 'public_without_login']) {
      const other = await appWithTasks(settings)
      await expect(app.as(ada.token).records.list(other.path)).rejects.toEqual(NO_APP)
    }
  })

  test('reaches nothing that the app is made of', async () => {
    const { app_id } = path
    const client = app.as(ada.token)
    const refused = refusal(403, 'app_session_not_allowed')
    await expect(client.schemas.list({ app_id })).rejects.toEqual(refused)
    await expect(client.apps.read({ app_id })).rejects.toEqual(refused)
    await expect(client.session.read()).rejects.toEqual(refused)
    await expect(client.workspaces.list()).rejects.toEqual(refused)
  })

  test('is let in as the app is set at that moment', async () => {
    const list = (person: AppPerson) => app.as(person.token).records.list(path)
    const invited = await app.make.appUser({ id: path.app_id }, { invited_date: new Date() })
    const member = await app.make.person('guest', { id: owner.workspace_id })
    const asMember = await app.make.appUser({ id: path.app_id }, { email: member.email })
    const all = [ada, invited, asMember]
    const admitted = async () => {
      const outcomes = await Promise.allSettled(all.map(list))
      return outcomes.map(({ status }) => status === 'fulfilled')
    }
    expect(await admitted()).toEqual([true, true, true])
    await set(path.app_id, 'workspace_with_login')
    expect(await admitted()).toEqual([false, true, true])
    await expect(list(ada)).rejects.toEqual(NO_APP)
    await app.as(owner).members.remove({ email: member.email })
    expect(await admitted()).toEqual([false, true, false])
    await set(path.app_id, 'private_with_login')
    expect(await admitted()).toEqual([false, true, false])
    await set(path.app_id, 'public_without_login')
    expect(await admitted()).toEqual([true, true, true])
  })

  test('who is not verified is not let in, and an expired session neither', async () => {
    const unverified = await app.make.appUser({ id: path.app_id }, { verified_date: null })
    await expect(app.as(unverified.token).records.list(path)).rejects.toEqual(NO_APP)
    const expires_at = new Date(app.clock.now().getTime() - 1)
    const expired = await app.make.appSession({ id: path.app_id }, ada, { expires_at })
    await expect(app.as(expired).records.list(path)).rejects.toEqual(INVALID)
  })

  test('is gone with their row, though their session was used a moment ago', async () => {
    await app.as(ada.token).records.list(path)
    await app.sql`delete from app_users where user_id = ${ada.id}`
    // A change that did not come through an operation is heard from the database, a moment later.
    await expect
      .poll(() =>
        app
          .as(ada.token)
          .records.list(path)
          .then(String, (error) => error.status),
      )
      .toBeOneOf([401, 404])
  })
})

describe('a member who signed in to an app', () => {
  async function signedIn(role: 'editor' | 'viewer' | 'guest') {
    const made = await appWithTasks()
    const member = await app.make.person(role, { id: owner.workspace_id })
    const row = sql`insert into app_users (app_id, user_id) values (${made.id}, ${member.id})`
    await row.execute(app.atrium.db)
    const token = await app.make.appSession(made, member, { user_id: member.id })
    return { ...made, member, client: app.as(token) }
  }

  test('acts as that person, inside this app only', async () => {
    const { path, member, client } = await signedIn('viewer')
    const task = await client.records.create(path, { title: 'Water' })
    expect(task).toMatchObject({ created_by: member.email, created_by_id: member.id })
    await expect(client.records.list((await appWithTasks()).path)).rejects.toEqual(NO_APP)
    await expect(client.apps.read({ app_id: path.app_id })).rejects.toEqual(
      refusal(403, 'app_session_not_allowed'),
    )
  })

  test('who edits the app is an admin there', async () => {
    const { path, client } = await signedIn('editor')
    expect(await client.records.create(path, { secret: 'x' })).toMatchObject({ secret: 'x' })
  })

  test('who cannot see the app, or not any more, is not let in', async () => {
    const guest = await signedIn('guest')
    await expect(guest.client.records.list(guest.path)).rejects.toEqual(NO_APP)
    const { path, member, client } = await signedIn('viewer')
    expect(await client.records.list(path)).toEqual([])
    await app.as(owner).members.remove({ email: member.email })
    await expect(client.records.list(path)).rejects.toEqual(INVALID)
  })
})
