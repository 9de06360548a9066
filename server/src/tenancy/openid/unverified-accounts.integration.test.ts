/** Accounts made from a link that an admin read in the outbox: who proves the email gets them without a way in for others. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { linkToken } from '../invitations/test/invitation-links.ts'
import { openBrowser, useSignInScene } from './test/sign-in-scene.ts'

const scene = useSignInScene()
const { app } = scene
const mailing = useApp({ rate_limits: 'off', mail: 'smtp://127.0.0.1:9' })
const PASSWORD = 'chosen by somebody else'
let count = 0
let domain: string
let email: string

beforeEach(() => {
  domain = `wheels${count++}.example`
  email = `ada@${domain}`
  Object.assign(scene.provider.quirks, { email, subject: `ada ${count}` })
})

/** By the outbox; `was_mailed` as if a mail server had taken it. */
async function accept(by: TestApp, inviter: Person, was_mailed = false) {
  await by.as(inviter).invitations.create({ email, role: 'editor' })
  const invitation_token = await linkToken(by, inviter, email)
  if (was_mailed)
    await by.sql`update mails set status = 'sent', sealed_text = null, sent_date = now() where recipient = ${email}`
  const body = { invitation_token, full_name: 'Ada', password: PASSWORD }
  const { user, token } = await by.anonymous.invitations.accept(body)
  return { id: user.id, session: token ?? '' }
}
const signIn = async (owner: Person) => {
  const browser = openBrowser()
  await browser.get(await scene.approve(browser, scene.startOf(owner.workspace_id)))
  return app.as(browser.cookies.get('atrium') ?? '').session.read()
}
const isVerified = async (by: TestApp, id: string) =>
  (await by.sql<{ is_verified: boolean }>`select is_verified from users where id = ${id}`)[0]?.is_verified
const ENDED = refusal(401, 'invalid_credentials')

test('an account made by a link in the outbox is unverified, one by a mailed link is verified', async () => {
  const owner = await app.make.person('owner')
  expect(await isVerified(app, (await accept(app, owner)).id)).toBe(false)
  email = `grace@${domain}`
  expect(await isVerified(app, (await accept(app, owner, true)).id)).toBe(true)
})

test('sign-in by a provider takes over an unverified account and ends every other way into it', async () => {
  const thief = await app.make.person('owner')
  const { id, session } = await accept(app, thief)
  const stolen = await app
    .as(session)
    .tokens.create({ name: 'kept', permission: 'full_access', app_ids: null })
  const owner = await app.make.person('owner')
  await scene.provedBy(owner, { domains: [domain] })
  expect((await signIn(owner)).id).toBe(id)
  await expect(app.as(session).session.read()).rejects.toEqual(ENDED)
  await expect(app.as(stolen.token).session.read()).rejects.toEqual(ENDED)
  await expect(app.anonymous.session.create({ email, password: PASSWORD })).rejects.toEqual(
    refusal(401, 'invalid_login'),
  )
  expect(await isVerified(app, id)).toBe(true)
  const { items } = await app.as(owner).audit.list()
  expect(items).toContainEqual(expect.objectContaining({ action: 'account.verify', target_id: id }))
})

test('sign-in by a provider keeps password and tokens of a verified account', async () => {
  const owner = await app.make.person('owner')
  const { id, session } = await accept(app, owner, true)
  await scene.provedBy(owner, { domains: [domain] })
  expect((await signIn(owner)).id).toBe(id)
  expect((await app.as(session).session.read()).id).toBe(id)
  expect((await app.anonymous.session.create({ email, password: PASSWORD })).user.id).toBe(id)
})

describe('a link for a new password', () => {
  const reset = async (by: TestApp, user: { id: string }) => {
    const token = makeSecret('rst')
    await by.sql`insert into password_resets (user_id, token_hash, expires_at, sends_from)
      values (${user.id}, ${hashSecret(token)}, now() + interval '1 hour', now())`
    await by.anonymous.account.reset_password({ reset_token: token, new_password: 'by the real holder' })
  }

  test('that was mailed verifies the account, without tokens of whoever made it', async () => {
    const person = await mailing.make.person('owner')
    await mailing.sql`update users set is_verified = false where id = ${person.id}`
    await reset(mailing, person)
    expect(await isVerified(mailing, person.id)).toBe(true)
    await expect(mailing.as(person).apps.list()).rejects.toEqual(ENDED)
    expect(
      (await mailing.anonymous.session.create({ email: person.email, password: 'by the real holder' })).user
        .id,
    ).toBe(person.id)
  })

  test('in the outbox proves nothing', async () => {
    const person = await app.make.person('owner')
    await app.sql`update users set is_verified = false where id = ${person.id}`
    await reset(app, person)
    expect(await isVerified(app, person.id)).toBe(false)
    await app.as(person).apps.list()
  })
})

test('a mailed invitation that a signed-in person accepts verifies their account', async () => {
  const { id, session } = await accept(app, await app.make.person('owner'))
  const owner = await app.make.person('owner')
  await app.as(owner).invitations.create({ email, role: 'viewer' })
  const invitation_token = await linkToken(app, owner, email)
  await app.sql`update mails set status = 'sent', sealed_text = null, sent_date = now() where workspace_id = ${owner.workspace_id}`
  await app.as(session).invitations.accept({ invitation_token })
  expect(await isVerified(app, id)).toBe(true)
  expect((await app.as(session).session.read()).id).toBe(id)
})
