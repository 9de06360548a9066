import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../test/hold-clock.ts'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { makeId } from '../../platform/ids.ts'
import { linkToken } from './test/invitation-links.ts'
import { EMAIL, useInvitations } from './test/invitation-scene.ts'

const { app, owner, admin, editor, stranger, elsewhere, invite, listed, preview, age } = useInvitations()
const NOT_FOUND = refusal(404, 'invitation_not_found')
const resend = (who: Person, email = EMAIL) => app.as(who).invitations.resend({ email })

describe('invitations.resend', () => {
  test('sends a new link for 60 more days, and the old one stops', async () => {
    await invite(owner)
    const before = await linkToken(app, owner, EMAIL)
    await age(40)
    const again = await resend(admin, EMAIL.toUpperCase())
    expect(again).toMatchObject({ email: EMAIL, role: 'editor', status: 'pending', invited_by: admin.email })
    expect(Date.parse(again.expires_at) - app.clock.now().getTime()).toBeGreaterThan(59.9 * 86_400_000)
    const after = await linkToken(app, owner, EMAIL)
    await expect(preview(before)).rejects.toEqual(NOT_FOUND)
    expect((await preview(after)).expires_at).toBe(again.expires_at)
    const [entry] = (await app.as(owner).audit.list({ action: 'invitations.resend' })).items
    expect(entry).toMatchObject({ actor_id: admin.id, target_id: EMAIL })
  })

  test('opens an expired invitation again, and one that never had a link', async () => {
    await app.make.membership(owner.workspace_id, { id: '', email: EMAIL, full_name: '' }, 'viewer', {
      user_id: null,
      status: 'expired',
      access_state: 'invite_expired',
      joined_date: null,
    })
    expect(await resend(owner)).toMatchObject({ role: 'viewer', status: 'pending' })
    expect(await listed()).toMatchObject({ status: 'pending', access_state: 'invited' })
    await preview(await linkToken(app, owner, EMAIL))
  })

  test('is done three times in ten minutes, no matter who does it', async () => {
    holdClock(app.clock)
    await invite(owner)
    for (const who of [owner, admin, owner]) await resend(who)
    const failing = resend(admin)
    await expect(failing).rejects.toEqual(refusal(429, 'resend_limit_reached'))
    const { retry_after } = await failing.catch((error) => error)
    expect(retry_after).toBeGreaterThan(590)
    expect(retry_after).toBeLessThanOrEqual(600)
    await invite(owner, 'other@example.com')
    await resend(owner, 'other@example.com')
    app.clock.move(601)
    await resend(admin)
  })

  test('of many at once, three are sent', async () => {
    await invite(owner)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => resend(owner)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect((await app.as(owner).mail.list()).items).toHaveLength(4)
  })

  test('refuses members, strangers and those who are not there', async () => {
    await invite(stranger, 'theirs@example.com')
    for (const email of [editor.email, 'nobody@example.com', 'theirs@example.com'])
      await expect(resend(owner, email)).rejects.toEqual(NOT_FOUND)
  })

  test('refuses admins when the plan has become too small', async () => {
    await invite(owner, EMAIL, 'admin')
    await app.sql`update workspaces set plan = 'pro' where id = ${owner.workspace_id}`
    await expect(resend(owner)).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
  })

  test('is for owners and admins of this workspace', async () => {
    await expect(resend(editor)).rejects.toEqual(refusal(403, 'admin_required'))
    await expect(app.as(owner).invitations.resend({ email: EMAIL }, elsewhere())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})

describe('invitations.bulk_resend', () => {
  test('sends each on its own and lists those that could not be sent', async () => {
    await invite(owner)
    await invite(owner, 'tired@example.com')
    for (let i = 0; i < 3; i++) await resend(owner, 'tired@example.com')
    const emails = [EMAIL, EMAIL.toUpperCase(), 'tired@example.com', editor.email]
    const { resent, failed } = await app.as(admin).invitations.bulk_resend({ emails })
    expect(resent.map(({ email }) => email)).toEqual([EMAIL])
    expect(failed.map(({ email, error_code }) => [email, error_code])).toEqual([
      [EMAIL.toUpperCase(), 'duplicate_email'],
      ['tired@example.com', 'resend_limit_reached'],
      [editor.email, 'invitation_not_found'],
    ])
  })

  test('is for owners and admins of this workspace, 50 at a time', async () => {
    const emails = [EMAIL]
    await expect(app.as(editor).invitations.bulk_resend({ emails })).rejects.toEqual(
      refusal(403, 'admin_required'),
    )
    await expect(app.as(owner).invitations.bulk_resend({ emails }, elsewhere())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const many = Array.from({ length: 51 }, (_, i) => `p${i}@example.com`)
    await expect(app.as(owner).invitations.bulk_resend({ emails: many })).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('one email that two workspaces invite', () => {
  let email: string
  beforeEach(async () => {
    email = `${makeId('usr')}@example.com`
    for (const who of [stranger, owner]) await invite(who, email)
  })
  const there = async () => (await app.as(stranger).members.list({ search: email })).members[0]

  test('is taken back in the one, and stays invited in the other', async () => {
    const token = await linkToken(app, stranger, email)
    await app.as(owner).invitations.revoke({ email })
    expect(await there()).toMatchObject({ status: 'pending' })
    expect(await preview(token)).toMatchObject({ email })
  })

  test('is mailed again by the one, and ends in the other when it did before', async () => {
    const token = await linkToken(app, stranger, email)
    const before = await preview(token)
    app.clock.move(60)
    await resend(owner, email)
    expect(await preview(token)).toEqual(before)
  })

  test('joins the one, and not the other with it', async () => {
    const accepted = { full_name: 'Grace', password: 'correct horse battery' }
    const invitation_token = await linkToken(app, owner, email)
    const { user } = await app.anonymous.invitations.accept({ invitation_token, ...accepted })
    expect(user.workspaces.map(({ id }) => id)).toEqual([owner.workspace_id])
    expect(await there()).toMatchObject({ status: 'pending', user_id: '' })
  })
})
