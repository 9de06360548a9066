import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { linkToken } from './test/invitation-links.ts'
import { EMAIL, useInvitations } from './test/invitation-scene.ts'

const { app, owner, admin, editor, stranger, elsewhere, invite, listed, preview, age } = useInvitations()
const poor = useMade(async () => app.make.person('owner', await app.make.workspace({ plan: 'pro' })))
const NOT_FOUND = refusal(404, 'invitation_not_found')
const expire = async () => {
  await app.sql`update members set status = 'expired', access_state = 'invite_expired'
    where workspace_id = ${owner.workspace_id} and email = ${EMAIL}`
}

describe('invitations.create', () => {
  test('puts the invitation into the list and its link into a mail', async () => {
    const made = await invite(admin, 'Grace@Example.com')
    expect(made).toMatchObject({ email: EMAIL, role: 'editor', status: 'pending', invited_by: admin.email })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_date)).toBe(60 * 86_400_000)
    expect(await listed()).toMatchObject({
      access_state: 'invited',
      assigned_via: 'invitation',
      status: 'pending',
      user_id: '',
      full_name: '',
    })
    const token = await linkToken(app, owner, EMAIL)
    expect(await preview(token)).toEqual({
      email: EMAIL,
      role: 'editor',
      workspace_name: 'Test',
      has_account: false,
      expires_at: made.expires_at,
    })
    const [entry] = (await app.as(owner).audit.list({ action: 'invitations.create' })).items
    expect(entry).toMatchObject({
      actor_id: admin.id,
      target_type: 'invitation',
      target_id: EMAIL,
      detail: { email: EMAIL, role: 'editor' },
    })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'invitation.sent',
      payload: { workspace_id: owner.workspace_id, email: EMAIL, role: 'editor' },
    })
  })

  test('keeps neither the token nor the text of the mail readable in the database', async () => {
    await invite(owner)
    const token = await linkToken(app, owner, EMAIL)
    const rows = await app.sql<{ all: string }>`
      select (select string_agg(l::text, ' ') from invitation_links l) || (select string_agg(m::text, ' ') from mails m)
        || coalesce((select string_agg(a::text, ' ') from audit_log a), '') as all`
    expect(rows[0]?.all).toContain(EMAIL)
    expect(rows[0]?.all).not.toContain(token)
    expect(rows[0]?.all).not.toContain('#token=')
  })

  test('refuses who is a member, under this or another email', async () => {
    const ALREADY = refusal(409, 'already_member')
    await expect(invite(owner, editor.email.toUpperCase())).rejects.toEqual(ALREADY)
    await expect(invite(owner, owner.email)).rejects.toEqual(ALREADY)
    const suspended = await app.make.person(
      'viewer',
      { id: owner.workspace_id },
      { access_state: 'suspended' },
    )
    await expect(invite(owner, suspended.email)).rejects.toEqual(ALREADY)
    await app.sql`update members set email = 'at-work@example.com' where user_id = ${editor.id}`
    for (const email of [editor.email, 'at-work@example.com'])
      await expect(invite(owner, email)).rejects.toEqual(ALREADY)
  })

  test('refuses who is invited, until that has expired', async () => {
    await invite(owner)
    await expect(invite(admin, EMAIL, 'viewer')).rejects.toEqual(refusal(409, 'already_invited'))
    const before = await linkToken(app, owner, EMAIL)
    await expire()
    expect(await invite(admin, EMAIL, 'viewer')).toMatchObject({ role: 'viewer', status: 'pending' })
    await expect(preview(before)).rejects.toEqual(NOT_FOUND)
    await age(61) // it has expired though no job has said so yet
    expect(await invite(admin, EMAIL, 'guest')).toMatchObject({ role: 'guest', status: 'pending' })
    expect(await listed()).toMatchObject({ role: 'guest', access_state: 'invited' })
  })

  test('refuses admins below the plan business', async () => {
    await expect(invite(poor, EMAIL, 'admin')).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    expect((await invite(poor, EMAIL, 'editor')).role).toBe('editor')
    expect((await invite(owner, EMAIL, 'admin')).role).toBe('admin')
  })

  test('is for owners and admins of this workspace', async () => {
    await expect(invite(editor)).rejects.toEqual(refusal(403, 'admin_required'))
    const body = { email: EMAIL, role: 'editor' as const }
    await expect(app.as(owner).invitations.create(body, elsewhere())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test.each([
    [{ email: 'x', role: 'editor' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com`, role: 'editor' }, 'email'],
    [{ email: EMAIL, role: 'owner' }, 'role'],
    [{ email: EMAIL }, 'role'],
  ])('refuses %j', async (body, field) => {
    await expect(app.as(owner).invitations.create(body as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', field] }],
    })
  })

  test('of two at once for the same email, one is sent', async () => {
    const outcomes = await Promise.allSettled([owner, admin, owner, admin].map((who) => invite(who)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal(409, 'already_invited'))
    expect((await app.as(owner).mail.list()).items).toHaveLength(1)
  })
})

describe('invitations.bulk', () => {
  test('invites each on its own and lists who could not be', async () => {
    await invite(owner, 'twice@example.com')
    const { invited, failed } = await app.as(admin).invitations.bulk({
      items: [
        { email: 'one@example.com', role: 'viewer' },
        { email: editor.email, role: 'viewer' },
        { email: 'twice@example.com', role: 'viewer' },
        { email: 'ONE@example.com', role: 'editor' },
        { email: 'two@example.com', role: 'admin' },
      ],
    })
    expect(invited.map(({ email, role }) => [email, role])).toEqual([
      ['one@example.com', 'viewer'],
      ['two@example.com', 'admin'],
    ])
    expect(failed).toEqual([
      { email: editor.email, message: expect.any(String), error_code: 'already_member' },
      { email: 'twice@example.com', message: expect.any(String), error_code: 'already_invited' },
      { email: 'ONE@example.com', message: expect.any(String), error_code: 'duplicate_email' },
    ])
    expect((await app.as(owner).mail.list()).items).toHaveLength(3)
  })

  test('lists admins below the plan business among them', async () => {
    const items = [
      { email: 'one@example.com', role: 'admin' as const },
      { email: 'two@example.com', role: 'viewer' as const },
    ]
    const { invited, failed } = await app.as(poor).invitations.bulk({ items })
    expect(invited).toHaveLength(1)
    expect(failed).toEqual([
      {
        email: 'one@example.com',
        message: 'This needs the plan business or a higher one; the workspace has pro.',
        error_code: 'plan_upgrade_required',
      },
    ])
  })

  test('takes 50 and not one more', async () => {
    const items = Array.from({ length: 51 }, (_, i) => ({
      email: `p${i}@example.com`,
      role: 'viewer' as const,
    }))
    await expect(app.as(owner).invitations.bulk({ items })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'items'], type: 'too_long' }],
    })
    expect((await app.as(owner).invitations.bulk({ items: items.slice(1) })).invited).toHaveLength(50)
  })

  test('is for owners and admins of this workspace', async () => {
    const items = [{ email: EMAIL, role: 'viewer' as const }]
    await expect(app.as(editor).invitations.bulk({ items })).rejects.toEqual(refusal(403, 'admin_required'))
    await expect(app.as(owner).invitations.bulk({ items }, elsewhere())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})

describe('invitations.revoke', () => {
  const revoke = (who: Person, email = EMAIL) => app.as(who).invitations.revoke({ email })

  test('takes the invitation and its link back', async () => {
    await invite(owner)
    const token = await linkToken(app, owner, EMAIL)
    expect(await revoke(admin, EMAIL.toUpperCase())).toEqual({ revoked: true, email: EMAIL })
    await expect(preview(token)).rejects.toEqual(NOT_FOUND)
    expect(await listed()).toBeUndefined()
    const [entry] = (await app.as(owner).audit.list({ action: 'invitations.revoke' })).items
    expect(entry).toMatchObject({ actor_id: admin.id, target_id: EMAIL, detail: { role: 'editor' } })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'invitation.revoked',
      payload: { workspace_id: owner.workspace_id, email: EMAIL },
    })
    await expect(revoke(admin)).rejects.toEqual(NOT_FOUND)
    await invite(owner)
    await expire()
    await revoke(admin)
  })

  test('refuses members: they are removed, not revoked', async () => {
    for (const email of [editor.email, 'nobody@example.com'])
      await expect(revoke(owner, email)).rejects.toEqual(NOT_FOUND)
    expect(await listed(editor.email)).toBeDefined()
  })

  test('is for owners and admins of this workspace', async () => {
    await expect(revoke(editor)).rejects.toEqual(refusal(403, 'admin_required'))
    const query = { workspaceId: stranger.workspace_id }
    await expect(app.as(owner).invitations.revoke({ email: EMAIL }, query)).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})

describe('with the limits on', () => {
  test('all of these share 6 a minute', async () => {
    const limited = await startApp()
    const boss = await limited.make.person('owner')
    const { invitations } = limited.as(boss)
    const items = [{ email: 'one@example.com', role: 'viewer' as const }]
    await invitations.create({ email: EMAIL, role: 'viewer' })
    await invitations.bulk({ items })
    await invitations.resend({ email: EMAIL })
    await invitations.bulk_resend({ emails: [EMAIL] })
    await invitations.revoke({ email: EMAIL })
    await invitations.create({ email: EMAIL, role: 'viewer' })
    for (const seventh of [
      () => invitations.create({ email: 'two@example.com', role: 'viewer' }),
      () => invitations.revoke({ email: EMAIL }),
    ])
      await expect(seventh()).rejects.toEqual(refusal(429, 'rate_limited'))
  })
})
