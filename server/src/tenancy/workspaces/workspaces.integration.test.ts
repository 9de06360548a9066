import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off', new_workspace_credits: 70 })
const { stranger } = useTeam(app)
const { owner, admin, editor, viewer, guest } = useTeam(app, beforeEach)

const signedIn = async (person: Person) => app.as(await app.make.session(person))
const at = (workspaceId = owner.workspace_id) => ({ query: { workspaceId } })
const auditOf = async (who: Person | string, action: string) =>
  (await app.as(who).audit.list({ action })).items

describe('workspaces.stand_ins', () => {
  test('is refused to those who do not belong to the workspace', async () => {
    await expect(app.as(stranger).workspaces.stand_ins({ workspaceId: owner.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test('says to everybody in it what acts in place of outside services', async () => {
    for (const person of [owner, guest]) {
      expect(await app.as(person).workspaces.stand_ins()).toEqual({
        advertising: 'sandbox',
        language_model: expect.stringMatching(/^(offline|none)$/),
        mail: 'outbox',
        payments: 'sandbox',
      })
    }
  })
})

describe('workspaces.create', () => {
  test('is refused to access tokens, of service accounts too', async () => {
    await expect(app.as(owner).workspaces.create({ name: 'x' })).rejects.toEqual(
      refusal(403, 'session_required'),
    )
  })

  test('makes a workspace of the plan free that the person owns and can work in at once', async () => {
    const user = await app.make.user()
    const client = await signedIn({ ...user, workspace_id: '', token: '' })
    await expect(client.apps.create({ name: 'x' })).rejects.toEqual(refusal(404, 'workspace_not_found'))
    const made = await client.workspaces.create({ name: ' Engines ' })
    expect(made).toEqual({
      id: expect.stringMatching(/^ws_/),
      name: 'Engines',
      user_role: 'owner',
      subscription_tier: 'free',
      is_enterprise: false,
    })
    expect((await client.session.read()).workspaces).toEqual([made])
    expect((await client.apps.create({ name: 'First' })).organization_id).toBe(made.id)
    const { members, total, monthly_limit } = await client.members.list()
    expect([members, total, monthly_limit]).toMatchObject([[{ email: user.email, role: 'owner' }], 1, 70])
    const { items } = await client.audit.list({ action: 'workspaces.create' })
    expect(items).toMatchObject([{ actor_id: user.id, target_id: made.id, detail: { name: 'Engines' } }])
  })

  test('one of blanks is no name', async () => {
    const client = await signedIn(editor)
    await expect(client.workspaces.create({ name: '  ' })).rejects.toMatchObject(invalidAt('body', 'name'))
  })

  test('counts those that one owns, not those that one is in', async () => {
    const user = await app.make.user()
    for (let n = 0; n < 20; n++) await app.make.membership((await app.make.workspace()).id, user, 'admin')
    const client = await signedIn({ ...user, workspace_id: '', token: '' })
    expect((await client.workspaces.create({ name: 'Own' })).user_role).toBe('owner')
  })

  test('of many at once no more than 20 are owned', async () => {
    const user = await app.make.user()
    const client = await signedIn({ ...user, workspace_id: '', token: '' })
    const tries = Array.from({ length: 22 }, (_, at) => client.workspaces.create({ name: `W${at}` }))
    const results = await Promise.allSettled(tries)
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: refusal(409, 'workspace_limit_reached') })
    expect((await client.workspaces.list()).workspaces).toHaveLength(20)
  })
})

describe('workspaces.update', () => {
  test('is for owners and admins with a token for the whole workspace', async () => {
    for (const who of [editor, viewer, guest])
      await expect(app.as(who).workspaces.update({ name: 'x' })).rejects.toEqual(
        refusal(403, 'admin_required'),
      )
    await expect(app.as(stranger).workspaces.update({ name: 'x' }, at())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const { id } = await app.make.app(owner)
    const limited = app.as(await app.make.token(owner, { app_ids: [id] }))
    await expect(limited.workspaces.update({ name: 'x' })).rejects.toEqual(
      refusal(403, 'token_limited_to_apps'),
    )
  })

  test('renames it, and the trail has both names', async () => {
    expect(await app.as(admin).workspaces.update({ name: 'Looms' })).toEqual({
      ...{ id: owner.workspace_id, name: 'Looms', user_role: 'admin' },
      ...{ subscription_tier: 'business', is_enterprise: false },
    })
    expect((await app.as(owner).session.read()).workspaces).toMatchObject([{ name: 'Looms' }])
    await app.as(admin).workspaces.update({ name: 'Looms' })
    expect(await auditOf(owner, 'workspaces.update')).toMatchObject([
      { actor_id: admin.id, detail: { name: 'Looms', name_before: 'Test' } },
    ])
  })
})

describe('workspaces.leave', () => {
  test('is refused to tokens, to strangers, to the only owner, and where no workspace is named', async () => {
    await expect(app.as(editor).workspaces.leave(at().query)).rejects.toEqual(
      refusal(403, 'session_required'),
    )
    const elsewhere = (await signedIn(stranger)).workspaces.leave(at().query)
    await expect(elsewhere).rejects.toEqual(refusal(404, 'workspace_not_found'))
    const client = await signedIn(owner)
    await expect(client.workspaces.leave(at().query)).rejects.toEqual(refusal(409, 'owner_cannot_leave'))
    await expect(client.workspaces.leave()).rejects.toMatchObject(invalidAt('query', 'workspaceId'))
    expect((await client.session.read()).workspaces).toHaveLength(1)
  })

  test('stops the tokens there at once; the apps stay and pass to the owner', async () => {
    const { id: app_id } = await app.make.app(editor)
    const other = await app.make.workspace()
    await app.make.membership(other.id, { ...editor, full_name: 'Ed' }, 'viewer')
    const elsewhere = await app.make.token({ ...editor, workspace_id: other.id })
    const client = await signedIn(editor)
    await app.as(editor).session.read()
    expect(await client.workspaces.leave(at().query)).toEqual({
      left: true,
      workspace_id: owner.workspace_id,
      apps_passed_on: 1,
    })
    await expect(app.as(editor).session.read()).rejects.toEqual(refusal(401, 'invalid_credentials'))
    expect((await app.as(elsewhere).session.read()).id).toBe(editor.id)
    expect((await client.session.read()).workspaces.map(({ id }) => id)).toEqual([other.id])
    expect(await app.as(owner).apps.read({ app_id })).toMatchObject({ owner_id: owner.id })
    const { members } = await app.as(owner).members.list()
    expect(members.map(({ email }) => email)).not.toContain(editor.email)
    expect(await auditOf(owner, 'workspaces.leave')).toMatchObject([
      { actor_id: editor.id, detail: { role: 'editor', apps_passed_on: [app_id], new_owner_id: owner.id } },
    ])
  })
})

describe('leaving a workspace that came without an owner', () => {
  test('hands the apps to the highest active person, of a program to nobody', async () => {
    const place = await app.make.workspace()
    const leaver = await app.make.person('editor', place)
    const { id: app_id } = await app.make.app(leaver)
    const client = await signedIn(leaver)
    await app.make.person('viewer', place)
    await app.make.person('admin', place, { access_state: 'suspended' })
    await expect(client.workspaces.leave(at(place.id).query)).rejects.toEqual(
      refusal(409, 'nobody_takes_apps'),
    )
    expect((await client.session.read()).workspaces).toHaveLength(1)
    const lower = await app.make.person('editor', place)
    const heir = await app.make.person('admin', place)
    expect(await client.workspaces.leave(at(place.id).query)).toMatchObject({ apps_passed_on: 1 })
    expect(await app.as(lower).apps.read({ app_id })).toMatchObject({ owner_id: heir.id })
    expect(await auditOf(heir, 'workspaces.leave')).toMatchObject([{ detail: { new_owner_id: heir.id } }])
  })

  test('hands no app to a program, whatever its role', async () => {
    const place = await app.make.workspace()
    const leaver = await app.make.person('admin', place)
    await app.as(leaver).service_accounts.create({ name: 'Bot', role: 'admin' })
    await app.make.app(leaver)
    const leaving = (await signedIn(leaver)).workspaces.leave(at(place.id).query)
    await expect(leaving).rejects.toEqual(refusal(409, 'nobody_takes_apps'))
  })

  test('does not count the apps that one owns elsewhere', async () => {
    const last = await app.make.person('editor')
    const other = await app.make.workspace()
    await app.make.membership(other.id, { ...last, full_name: '' }, 'owner')
    await app.make.app({ ...last, workspace_id: other.id })
    const leaving = (await signedIn(last)).workspaces.leave(at(last.workspace_id).query)
    expect(await leaving).toMatchObject({ left: true, apps_passed_on: 0 })
  })

  test('is free for one who owns no apps, with nobody else there', async () => {
    const last = await app.make.person('editor')
    const client = await signedIn(last)
    expect(await client.workspaces.leave(at(last.workspace_id).query)).toMatchObject({ apps_passed_on: 0 })
  })
})

describe('workspaces.transfer', () => {
  const to = async (who: Person, email: string) => (await signedIn(who)).workspaces.transfer({ email }, at())

  test('is for the owner alone, to an admin or editor who works there', async () => {
    await expect(app.as(owner).workspaces.transfer({ email: admin.email }, at())).rejects.toEqual(
      refusal(403, 'session_required'),
    )
    await expect(to(stranger, admin.email)).rejects.toEqual(refusal(404, 'workspace_not_found'))
    await expect(to(admin, editor.email)).rejects.toEqual(refusal(403, 'owner_required'))
    await expect(to(owner, owner.email)).rejects.toEqual(refusal(403, 'own_membership_protected'))
    await expect(to(owner, stranger.email)).rejects.toEqual(refusal(404, 'member_not_found'))
    for (const { email } of [viewer, guest])
      await expect(to(owner, email)).rejects.toEqual(refusal(409, 'member_cannot_own'))
    const gone = await app.make.person('admin', { id: owner.workspace_id }, { access_state: 'suspended' })
    await expect(to(owner, gone.email)).rejects.toEqual(refusal(409, 'member_cannot_own'))
    const bot = await app.as(owner).service_accounts.create({ name: 'Bot', role: 'admin' })
    await expect(to(owner, bot.email)).rejects.toEqual(refusal(404, 'member_not_found'))
    expect((await app.as(owner).session.read()).workspaces).toMatchObject([{ user_role: 'owner' }])
  })

  test('swaps the roles, and the one who owned it may leave', async () => {
    expect(await to(owner, editor.email.toUpperCase())).toEqual({
      workspace_id: owner.workspace_id,
      owner_email: editor.email,
      user_role: 'admin',
    })
    expect((await app.as(editor).session.read()).workspaces).toMatchObject([{ user_role: 'owner' }])
    expect((await app.as(owner).session.read()).workspaces).toMatchObject([{ user_role: 'admin' }])
    expect(await auditOf(editor, 'workspaces.transfer')).toMatchObject([
      { actor_id: owner.id, target_id: editor.id, detail: { role_before: 'editor' } },
    ])
    expect(await (await signedIn(owner)).workspaces.leave(at().query)).toMatchObject({ left: true })
  })

  test('takes the credit limit of the new owner away, and leaves those of others', async () => {
    const limits = async (who: Person) => {
      const { members } = await app.as(who).members.list({ page_size: 100 })
      return new Map(members.map(({ email, credit_limit }) => [email, credit_limit]))
    }
    for (const { email } of [editor, admin])
      await app.as(owner).members.set_credit_limit({ email }, { credit_limit: 7 })
    await to(owner, editor.email)
    const after = await limits(editor)
    expect([after.get(editor.email), after.get(admin.email)]).toEqual([null, 7])
  })

  test('where the plan has no admins, the one who owned it becomes an editor', async () => {
    const small = await app.make.workspace({ plan: 'free' })
    const boss = await app.make.person('owner', small)
    const heir = await app.make.person('editor', small)
    const client = await signedIn(boss)
    const done = client.workspaces.transfer({ email: heir.email }, at(small.id))
    expect(await done).toMatchObject({ user_role: 'editor' })
  })

  test('of two at once one is done: the workspace has one owner', async () => {
    const results = await Promise.allSettled([to(owner, admin.email), to(owner, editor.email)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const roles = await app.sql<{ role: string }>`
      select role from members where workspace_id = ${owner.workspace_id} and role = 'owner'`
    expect(roles).toHaveLength(1)
  })
})
