import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { stranger } = useTeam(app)
const { owner, admin, editor } = useTeam(app, beforeEach)
const second = useApp(() => ({ rate_limits: 'off', database_url: app.databaseUrl }))

const INVALID = refusal(401, 'invalid_credentials')
const remove = (who: Person | string, email: string) => app.as(who).members.remove({ email })
const emails = async () => (await app.as(owner).members.list()).members.map(({ email }) => email)

describe('members.remove', () => {
  test('takes someone out of the list, the workspace and its trail tells of it', async () => {
    expect(await remove(admin, editor.email.toUpperCase())).toEqual({
      removed: true,
      email: editor.email,
      apps_passed_on: 0,
    })
    expect(await emails()).not.toContain(editor.email)
    const [entry] = (await app.as(owner).audit.list({ action: 'members.remove' })).items
    expect(entry).toMatchObject({
      actor_id: admin.id,
      target_id: editor.id,
      detail: { email: editor.email, role: 'editor' },
    })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'member.removed',
      payload: { workspace_id: owner.workspace_id, user_id: editor.id },
    })
  })

  test('stops their tokens at once on every node, though both had them cached', async () => {
    // The other node must hear of it: by this clock its 5 seconds of memory are never over.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => time.mockRestore())
    await app.as(editor).session.read()
    await second.as(editor).session.read()
    await remove(admin, editor.email)
    await expect(app.as(editor).session.read()).rejects.toEqual(INVALID)
    await expect
      .poll(
        () =>
          second
            .as(editor)
            .session.read()
            .catch((error) => error.code),
        { interval: 5 },
      )
      .toBe('invalid_credentials')
  })

  test('ends their tokens for good: they do not come back with their owner', async () => {
    await remove(admin, editor.email)
    const user = { id: editor.id, email: editor.email, full_name: '' }
    await app.make.membership(owner.workspace_id, user, 'editor')
    await expect(app.as(editor).session.read()).rejects.toEqual(INVALID)
  })

  test('leaves other workspaces and sessions alone, only this workspace is gone from them', async () => {
    const elsewhere = await app.make.workspace()
    const user = { id: editor.id, email: editor.email, full_name: '' }
    await app.make.membership(elsewhere.id, user, 'viewer')
    const token = await app.make.token({ ...editor, workspace_id: elsewhere.id })
    const session = await app.make.session(editor)
    expect((await app.as(session).session.read()).workspaces).toHaveLength(2)
    await remove(admin, editor.email)
    await app.as(token).session.read()
    const { workspaces } = await app.as(session).session.read()
    expect(workspaces.map(({ id }) => id)).toEqual([elsewhere.id])
  })

  test('leaves what they own, were given and are signed in to in other workspaces', async () => {
    const elsewhere = await app.make.person('owner')
    const { workspace_id } = elsewhere
    await app.make.membership(workspace_id, { ...editor, full_name: '' }, 'guest')
    const own = await app.make.app({ ...editor, workspace_id })
    const given = await app.make.app(elsewhere)
    await app.make.collaborator(given, editor, 'editor')
    await app.sql`insert into app_users (app_id, user_id) values (${given.id}, ${editor.id})`
    const inApp = await app.make.appSession(given, editor, { user_id: editor.id })
    expect((await remove(admin, editor.email)).apps_passed_on).toBe(0)
    expect(await app.as(elsewhere).apps.read({ app_id: own.id })).toMatchObject({ owner_id: editor.id })
    const { items } = await app.as(elsewhere).collaborators.list({ app_id: given.id })
    expect(items).toMatchObject([{ user_id: editor.id, role: 'editor' }])
    expect(await app.as(inApp).users.me({ app_id: given.id })).toMatchObject({ id: editor.id })
  })

  test('passes their apps to the owner, and takes back what they were given', async () => {
    const [mine, gone] = [await app.make.app(editor), await app.make.app(editor)]
    const agent = await app.make.app(editor, { kind: 'agent' })
    await app.as(editor).apps.delete({ app_id: gone.id })
    const given = await app.make.app(owner)
    await app.make.collaborator(given, editor, 'editor')
    expect((await remove(admin, editor.email)).apps_passed_on).toBe(2)
    for (const { id } of [mine, agent])
      expect((await app.as(admin).apps.read({ app_id: id })).owner_id).toBe(owner.id)
    expect((await app.as(owner).collaborators.list({ app_id: given.id })).items).toEqual([])
    const rows = await app.sql`select from apps where owner_id = ${editor.id}`
    expect(rows).toEqual([])
  })

  test('gives the apps of a workspace without an owner to the person who removes', async () => {
    const workspace = await app.make.workspace()
    const [boss, leaver] = [
      await app.make.person('admin', workspace),
      await app.make.person('editor', workspace),
    ]
    const { id } = await app.make.app(leaver)
    await remove(boss, leaver.email)
    expect((await app.as(boss).apps.read({ app_id: id })).owner_id).toBe(boss.id)
  })

  test('refuses yourself, the owner, and nobody', async () => {
    const OWN = refusal(403, 'own_membership_protected')
    await expect(remove(admin, admin.email)).rejects.toEqual(OWN)
    await expect(remove(owner, owner.email)).rejects.toEqual(OWN)
    await expect(remove(admin, owner.email)).rejects.toEqual(refusal(403, 'owner_protected'))
    for (const email of ['nobody@example.com', stranger.email])
      await expect(remove(admin, email)).rejects.toEqual(refusal(404, 'member_not_found'))
    await remove(admin, editor.email)
    await expect(remove(admin, editor.email)).rejects.toEqual(refusal(404, 'member_not_found'))
  })

  test('is for owners and admins of this workspace', async () => {
    await expect(remove(editor, admin.email)).rejects.toEqual(refusal(403, 'admin_required'))
    const query = { workspaceId: stranger.workspace_id }
    await expect(app.as(admin).members.remove({ email: editor.email }, query)).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test('of two who remove the same, or each other, one wins', async () => {
    const both = await Promise.allSettled([remove(admin, editor.email), remove(owner, editor.email)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const other = await app.make.person('admin', { id: owner.workspace_id })
    const duel = await Promise.allSettled([remove(admin, other.email), remove(other, admin.email)])
    expect(duel.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = await emails()
    expect([admin.email, other.email].filter((email) => left.includes(email))).toHaveLength(1)
  })

  test('during many other changes loses no app and no member', async () => {
    const workspace = { id: owner.workspace_id }
    const leavers = await Promise.all(Array.from({ length: 10 }, () => app.make.person('viewer', workspace)))
    const stayers = await Promise.all(Array.from({ length: 10 }, () => app.make.person('viewer', workspace)))
    for (const leaver of leavers) await app.make.app(leaver)
    const everyone = [...leavers, ...stayers].map(({ email }) => ({ email, role: 'editor' as const }))
    const outcomes = await Promise.allSettled([
      ...leavers.map(({ email }, i) => remove(i % 2 ? owner : admin, email)),
      ...[owner, admin].map((who) => second.as(who).members.bulk_set_role({ items: everyone.slice(10) })),
      ...[owner, admin].map((who) => second.as(who).members.bulk_set_role({ items: everyone })),
      ...stayers.map(({ email }) =>
        app.as(admin).members.set_credit_limit({ email }, { credit_limit: null }),
      ),
    ])
    const wrong = outcomes.filter((one) => one.status === 'rejected' && one.reason.status !== 400)
    expect(wrong).toEqual([])
    const rows = await app.sql`select from apps where owner_id = ${owner.id}`
    expect(rows).toHaveLength(10)
    const left = await emails()
    expect(left.filter((email) => leavers.some((one) => one.email === email))).toEqual([])
    expect(stayers.every(({ email }) => left.includes(email))).toBe(true)
  })
})
