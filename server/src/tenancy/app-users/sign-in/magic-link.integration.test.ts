/** Links that sign in: for whom, how often, where they lead, and what they cannot be used for. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import { mailedToken, newestMail } from '../test/app-mail.ts'

const PASSWORD = 'correct horse battery staple'
const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner, viewer } = useTeam(app)
const NO_LINK = refusal(400, 'invalid_magic_link')
let at: { app_id: string }
let people = 0
let email: string

beforeEach(async () => {
  at = { app_id: (await app.make.app(owner, { public_settings: 'public_with_login', name: 'Shop' })).id }
  email = `grace${++people}@example.com`
})

type Asked = Parameters<typeof app.anonymous.app_auth.request_magic_link>[1]
async function ask(more: Partial<Asked> = {}, to = at) {
  expect(await app.anonymous.app_auth.request_magic_link(to, { email, ...more })).toEqual({ success: true })
  await app.atrium.jobs.drain()
}
const mail = (to = email) => newestMail(app, owner, to)
const link = async (more: Partial<Asked> = {}) => {
  await ask(more)
  return mailedToken(app, owner, more.email ?? email)
}
const verify = (link_token: string, to = at) => app.anonymous.app_auth.verify_magic_link(to, { link_token })
const countMails = async () => {
  const { items } = await app.as(owner).mail.list({ limit: 100 })
  return items.filter(({ to }) => to === email).length
}

describe('a link', () => {
  test('signs up who may sign up, and proves the email', async () => {
    const { access_token, user } = await verify(await link())
    expect(user).toMatchObject({ email, role: 'user' })
    expect(await app.as(access_token).users.me(at)).toMatchObject({ id: user.id })
    const { items } = await app.as(owner).app_users.list(at)
    expect(items).toMatchObject([{ id: user.id, status: 'active' }])
  })

  test('signs in an account that is there, whose password stays', async () => {
    const password_hash = await hashPassword(PASSWORD)
    const grace = await app.make.appUser({ id: at.app_id }, { password_hash })
    await ask({ email: grace.email.toUpperCase() })
    const { user } = await verify(await mailedToken(app, owner, grace.email))
    expect(user.id).toBe(grace.id)
    await app.anonymous.app_auth.login(at, { email: grace.email, password: PASSWORD })
    const { items } = await app.as(owner).audit.list({ limit: 100 })
    const actions = items.filter(({ app_id }) => app_id === at.app_id).map(({ action }) => action)
    expect(actions.filter((action) => action === 'app_auth.login')).toHaveLength(2)
  })

  test('works once, of two at the same moment too', async () => {
    const token = await link()
    const outcomes = await Promise.allSettled([verify(token), verify(token), verify(token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(verify(token)).rejects.toEqual(NO_LINK)
  })

  test('works within 15 minutes, in its own app, and until there is a newer one', async () => {
    const first = await link()
    const other = { app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id }
    await expect(verify(first, other)).rejects.toEqual(NO_LINK)
    const second = await link()
    await expect(verify(first)).rejects.toEqual(NO_LINK)
    app.clock.move(15 * 60)
    await expect(verify(second)).rejects.toEqual(NO_LINK)
    await expect(verify('mgl_unknown')).rejects.toEqual(NO_LINK)
  })

  test('is no link for a new password, nor the other way round', async () => {
    await app.make.appUser({ id: at.app_id }, { email })
    const token = await link()
    const new_password = PASSWORD
    await expect(
      app.anonymous.app_auth.reset_password(at, { reset_token: token, new_password }),
    ).rejects.toEqual(refusal(400, 'invalid_reset_token'))
    await app.anonymous.app_auth.reset_password_request(at, { email })
    await app.atrium.jobs.drain()
    await expect(verify(await mailedToken(app, owner, email))).rejects.toEqual(NO_LINK)
    await verify(token)
  })

  test('is stored as its hash only', async () => {
    const token = await link()
    const rows = await app.sql`select proof from app_user_proofs where purpose = 'magic_link'`
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await mail())?.subject).toBe('Sign in to Shop')
  })

  test('voids a password that a stranger set before the email was proved', async () => {
    const { register, login } = app.anonymous.app_auth
    await register(at, { email, password: PASSWORD })
    await verify(await link())
    await expect(login(at, { email, password: PASSWORD })).rejects.toEqual(refusal(401, 'invalid_login'))

    email = `later${people}@example.com`
    const token = await link()
    await register(at, { email, password: PASSWORD })
    await verify(token)
    await expect(login(at, { email, password: PASSWORD })).rejects.toEqual(refusal(401, 'invalid_login'))
  })
})

describe('for whom', () => {
  const settings = (public_settings: 'private_with_login' | 'workspace_with_login') =>
    app.as(owner).apps.update(at, { public_settings })

  test('an app that is closed mails nothing to strangers, and something to those who were invited', async () => {
    await settings('private_with_login')
    await ask()
    expect(await mail()).toBeNull()
    await app.as(owner).app_users.invite(at, { user_email: email })
    await verify(await link())
  })

  test('nobody new comes in once an app has closed, with a link from before', async () => {
    const token = await link()
    await settings('private_with_login')
    await expect(verify(token)).rejects.toEqual(refusal(403, 'app_closed'))
  })

  test('people of the workspace get none: they sign in with their Atrium account', async () => {
    email = viewer.email
    await ask()
    expect(await mail()).toBeNull()
    // Nor when somebody signed up with their email.
    await app.anonymous.app_auth.register(at, { email, password: PASSWORD })
    const mails = await countMails()
    await ask()
    expect(await countMails()).toBe(mails)
  })

  test('an app that does not exist answers the same and mails nothing', async () => {
    await ask({}, { app_id: 'app_unknown' })
    expect(await mail()).toBeNull()
  })

  test('at most 5 an hour go to one email, through whichever node', async () => {
    const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
    for (let n = 0; n < 4; n++) await ask()
    for (let n = 0; n < 4; n++) await other.anonymous.app_auth.request_magic_link(at, { email })
    await other.atrium.jobs.drain()
    expect(await countMails()).toBe(5)
    app.clock.move(60 * 60 + 1)
    await ask()
    expect(await countMails()).toBe(6)
  })
})

describe('where it leads', () => {
  const hosted = () => `https://atrium.example.com/apps-sign-in/${at.app_id}/magic-link`
  const address = async (more: Partial<Asked> = {}) => {
    await ask(more)
    return /https:\S+(?=#token=mgl_)/.exec((await mail())?.text ?? '')?.[0]
  }

  test('to the app’s own page where it has an address, else to ours', { tags: 'slow' }, async () => {
    expect(await address()).toBe(hosted())
    await app.as(owner).apps.update(at, { published_url: 'https://shop.example.com/' })
    expect(await address()).toBe('https://shop.example.com/magic-link')
    expect(await address({ hosted: true })).toBe(hosted())
    await app.as(owner).sign_in_settings.update(at, { use_hosted_pages: true })
    expect(await address()).toBe(hosted())
  })

  test('and from there to an address of the app, never to another', async () => {
    await app.as(owner).sign_in_settings.update(at, { allowed_origins: ['https://shop.example.com'] })
    const from_url = 'https://shop.example.com/cart?a=1'
    expect(await address({ from_url })).toBe(`${hosted()}?from_url=${encodeURIComponent(from_url)}`)
    for (const evil of ['https://evil.test', '//evil.test', 'https://shop.example.com@evil.test']) {
      expect(await address({ from_url: evil })).toBe(hosted())
      app.clock.move(60 * 60)
    }
  })
})
