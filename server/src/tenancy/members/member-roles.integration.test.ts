import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { stranger } = useTeam(app)
const { owner, admin, editor, viewer, guest } = useTeam(app, beforeEach)

const roles = async () => {
  const { members } = await app.as(owner).members.list({ page_size: 100 })
  return Object.fromEntries(members.map(({ email, role }) => [email, role]))
}
const poor = async () => {
  const person = await app.make.person('owner', await app.make.workspace({ plan: 'pro' }))
  const other = await app.make.person('editor', { id: person.workspace_id })
  return { person, other }
}

describe('members.set_role', () => {
  const give = (who: Person | string, email: string, role: 'admin' | 'editor' | 'viewer') =>
    app.as(who).members.set_role({ email }, { role })

  test('changes what a member may do, at once', async () => {
    const target = await app.make.app(owner)
    const rename = () => app.as(viewer).apps.update({ app_id: target.id }, { name: 'x' })
    await expect(rename()).rejects.toEqual(refusal(403, 'editor_required'))
    expect(await give(admin, viewer.email.toUpperCase(), 'editor')).toEqual({
      user_id: viewer.id,
      email: viewer.email,
      full_name: 'Test Person',
      role: 'editor',
      access_state: 'active',
      assigned_via: 'direct',
      credit_limit: null,
      is_default_limit: true,
    })
    await rename()
    expect((await roles())[viewer.email]).toBe('editor')
  })

  test('leaves what they are and may use in another workspace', async () => {
    const elsewhere = await app.make.person('owner')
    await app.make.membership(elsewhere.workspace_id, { ...editor, full_name: 'Ed' }, 'editor')
    const there = async () => {
      const { members } = await app.as(elsewhere).members.list({ search: editor.email })
      return members.map(({ role, credit_limit }) => [role, credit_limit])
    }
    await app.as(owner).members.set_credit_limit({ email: editor.email }, { credit_limit: 3 })
    expect(await there()).toEqual([['editor', null]])
    await give(owner, editor.email, 'viewer')
    expect(await there()).toEqual([['editor', null]])
  })

  test('makes a member of a guest, who then sees all apps', async () => {
    const target = await app.make.app(owner)
    await give(owner, guest.email, 'viewer')
    expect((await app.as(guest).apps.read({ app_id: target.id })).user_role).toBe('viewer')
  })

  test('takes a viewer’s own credit limit away, and leaves it to others', async () => {
    const { members } = app.as(owner)
    for (const person of [editor, admin])
      await members.set_credit_limit({ email: person.email }, { credit_limit: 7 })
    expect(await give(owner, editor.email, 'viewer')).toMatchObject({
      credit_limit: null,
      is_default_limit: true,
    })
    expect(await give(owner, admin.email, 'editor')).toMatchObject({
      credit_limit: 7,
      is_default_limit: false,
    })
    expect(app.atrium.events.announced.slice(-3)).toEqual([
      {
        event: 'member.role_changed',
        payload: { workspace_id: owner.workspace_id, user_id: editor.id, role: 'viewer' },
      },
      {
        event: 'member.credit_limit_changed',
        payload: { workspace_id: owner.workspace_id, user_id: editor.id, credit_limit: null },
      },
      {
        event: 'member.role_changed',
        payload: { workspace_id: owner.workspace_id, user_id: admin.id, role: 'editor' },
      },
    ])
  })

  test('by hand ends what a group or directory decided, not how someone came', async () => {
    const workspace = { id: owner.workspace_id }
    const came = async (assigned_via: string) => {
      const { email } = await app.make.person('viewer', workspace, { assigned_via })
      return (await give(owner, email, 'editor')).assigned_via
    }
    expect(await came('group')).toBe('direct')
    expect(await came('sso')).toBe('direct')
    expect(await came('invitation')).toBe('invitation')
  })

  test('is written into the trail', async () => {
    await give(admin, editor.email, 'viewer')
    const [entry] = (await app.as(owner).audit.list({ action: 'members.set_role' })).items
    expect(entry).toMatchObject({
      actor_id: admin.id,
      target_type: 'member',
      target_id: editor.id,
      detail: { email: editor.email, role: 'viewer', role_before: 'editor' },
    })
  })

  test('refuses your own, the owner’s and that of nobody', async () => {
    const OWN = refusal(403, 'own_membership_protected')
    await expect(give(admin, admin.email, 'editor')).rejects.toEqual(OWN)
    await expect(give(owner, owner.email.toUpperCase(), 'editor')).rejects.toEqual(OWN)
    await expect(give(admin, owner.email, 'editor')).rejects.toEqual(refusal(403, 'owner_protected'))
    const invited = await app.make.user()
    await app.make.membership(owner.workspace_id, invited, 'viewer', {
      user_id: null,
      status: 'pending',
      access_state: 'invited',
    })
    for (const email of ['nobody@example.com', stranger.email, invited.email])
      await expect(give(admin, email, 'editor')).rejects.toEqual(refusal(404, 'member_not_found'))
  })

  test('refuses admins below the plan business, before it looks for the member', async () => {
    const { person, other } = await poor()
    for (const email of [other.email, 'nobody@example.com'])
      await expect(give(person, email, 'admin')).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    expect((await give(person, other.email, 'viewer')).role).toBe('viewer')
  })

  test('is for owners and admins of this workspace', async () => {
    for (const who of [editor, viewer, guest])
      await expect(give(who, viewer.email, 'editor')).rejects.toEqual(refusal(403, 'admin_required'))
    await expect(
      app
        .as(admin)
        .members.set_role(
          { email: viewer.email },
          { role: 'editor' },
          { query: { workspaceId: stranger.workspace_id } },
        ),
    ).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })

  test.each(['owner', 'guest', 'boss'])('refuses the role %s', async (role) => {
    await expect(give(owner, viewer.email, role as 'admin')).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'role'] }],
    })
  })

  test('of two admins who demote each other at once, one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await app.make.person('admin', { id: owner.workspace_id }),
        await app.make.person('admin', { id: owner.workspace_id }),
      ]
      const outcomes = await Promise.allSettled([
        give(one, two.email, 'viewer'),
        give(two, one.email, 'viewer'),
      ])
      const refused = outcomes.filter(({ status }) => status === 'rejected')
      expect(refused).toEqual([expect.objectContaining({ reason: refusal(403, 'admin_required') })])
      const now = await roles()
      expect([now[one.email], now[two.email]].sort()).toEqual(['admin', 'viewer'])
    }
  })
})

describe('members.bulk_set_role', () => {
  type Items = { email: string; role: 'admin' | 'editor' | 'viewer' }[]
  const give = (who: Person | string, items: Items) => app.as(who).members.bulk_set_role({ items })

  test('changes all, and answers in the order of the request', async () => {
    const items: Items = [
      { email: viewer.email.toUpperCase(), role: 'admin' },
      { email: guest.email, role: 'viewer' },
      { email: editor.email, role: 'editor' },
    ]
    const answer = await give(admin, items)
    expect(answer.updated).toBe(3)
    expect(answer.members.map(({ email, role }) => [email, role])).toEqual([
      [viewer.email, 'admin'],
      [guest.email, 'viewer'],
      [editor.email, 'editor'],
    ])
    expect(await roles()).toMatchObject({ [viewer.email]: 'admin', [guest.email]: 'viewer' })
    const trail = await app.as(owner).audit.list({ action: 'members.bulk_set_role' })
    expect(trail.items.map(({ target_id }) => target_id).sort()).toEqual(
      [viewer.id, guest.id, editor.id].sort(),
    )
  })

  test('changes nothing when one is refused, and says of each why', async () => {
    const before = await roles()
    const failing = give(admin, [
      { email: viewer.email, role: 'editor' },
      { email: admin.email, role: 'editor' },
      { email: owner.email, role: 'editor' },
      { email: 'nobody@example.com', role: 'editor' },
      { email: viewer.email.toUpperCase(), role: 'admin' },
    ])
    await expect(failing).rejects.toEqual(refusal(400, 'bulk_refused'))
    const { body } = await failing.catch((error) => error)
    expect(body.errors).toEqual([
      { email: admin.email, message: expect.any(String), error_code: 'own_membership_protected' },
      { email: owner.email, message: expect.any(String), error_code: 'owner_protected' },
      { email: 'nobody@example.com', message: expect.any(String), error_code: 'member_not_found' },
      { email: viewer.email, message: expect.any(String), error_code: 'duplicate_email' },
    ])
    expect(await roles()).toEqual(before)
    expect((await app.as(owner).audit.list({ action: 'members.bulk_set_role' })).items).toEqual([])
  })

  test('takes 200 and not one more', async () => {
    const emails = Array.from({ length: 200 }, (_, i) => `person-${i}@example.com`)
    await app.sql`with u as (
        insert into users (id, email) select 'usr_' || ${owner.id} || email, ${owner.id} || email
          from unnest(${emails}::text[]) as email returning id, email)
      insert into members (workspace_id, email, user_id, role, status, access_state, assigned_via)
      select ${owner.workspace_id}, email, id, 'viewer', 'joined', 'active', 'direct' from u`
    const items = emails.map((email) => ({ email: owner.id + email, role: 'editor' as const }))
    expect((await give(owner, items)).updated).toBe(200)
    const tooMany = [...items, { email: viewer.email, role: 'editor' as const }]
    await expect(give(owner, tooMany)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'items'], type: 'too_long' }],
    })
    await expect(give(owner, [])).rejects.toMatchObject({ detail: [{ type: 'too_short' }] })
  })

  test('of two that overlap, each is whole', async () => {
    const workspace = { id: owner.workspace_id }
    const people = await Promise.all(Array.from({ length: 12 }, () => app.make.person('guest', workspace)))
    const all = (role: 'editor' | 'viewer') => people.map(({ email }) => ({ email, role }))
    for (let round = 0; round < 3; round++) {
      await Promise.all([give(owner, all('editor')), give(admin, all('viewer').reverse())])
      const now = await roles()
      expect(new Set(people.map(({ email }) => now[email])).size).toBe(1)
    }
  })

  test('refuses admins below the plan business', async () => {
    const { person, other } = await poor()
    await expect(give(person, [{ email: other.email, role: 'admin' }])).rejects.toEqual(
      refusal(402, 'plan_upgrade_required'),
    )
  })

  test('is for owners and admins of this workspace', async () => {
    const items = [{ email: viewer.email, role: 'editor' as const }]
    await expect(give(editor, items)).rejects.toEqual(refusal(403, 'admin_required'))
    const query = { workspaceId: stranger.workspace_id }
    await expect(app.as(admin).members.bulk_set_role({ items }, { query })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})
