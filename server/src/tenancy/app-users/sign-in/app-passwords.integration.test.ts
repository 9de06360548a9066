/** New passwords for the own users of an app, and which sessions they end. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppPerson } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import { mailedToken, newestMail } from '../test/app-mail.ts'

const OLD = 'correct horse battery staple'
const NEW = 'better horse battery staple'
const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner } = useTeam(app)
let path: { app_id: string }
let grace: AppPerson
let password_hash: string

beforeAll(async () => {
  password_hash = await hashPassword(OLD)
})
beforeEach(async () => {
  path = { app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id }
  grace = await app.make.appUser({ id: path.app_id }, { password_hash })
})

const INVALID = refusal(401, 'invalid_credentials')
const NO_LINK = refusal(400, 'invalid_reset_token')
const login = (password: string) => app.anonymous.app_auth.login(path, { email: grace.email, password })
const me = (token: string) => app.as(token).users.me(path)
const reset = (reset_token: string, new_password = NEW, to = path) =>
  app.anonymous.app_auth.reset_password(to, { reset_token, new_password })

async function askForLink(email = grace.email) {
  expect(await app.anonymous.app_auth.reset_password_request(path, { email })).toEqual({ success: true })
  await app.atrium.jobs.drain()
}
const link = async () => {
  await askForLink()
  return mailedToken(app, owner, grace.email)
}

describe('a forgotten password', () => {
  test('is replaced with a mailed link, and every session ends', async () => {
    const other = (await login(OLD)).access_token
    await me(other)
    expect(await reset(await link())).toEqual({ success: true })
    for (const token of [grace.token, other]) await expect(me(token)).rejects.toEqual(INVALID)
    await expect(login(OLD)).rejects.toEqual(refusal(401, 'invalid_login'))
    await login(NEW)
  })

  test('the link leads to the app, or to Atrium while the app has no address or Atrium’s page asks for it', async () => {
    await askForLink()
    const first = await newestMail(app, owner, grace.email)
    const hosted = `https://atrium.example.com/apps-sign-in/${path.app_id}/reset-password#token=rst_`
    expect(first?.text).toContain(hosted)
    await app.as(owner).apps.update(path, { published_url: 'https://shop.example.com/' })
    await askForLink()
    const second = await newestMail(app, owner, grace.email)
    expect(second?.text).toContain('https://shop.example.com/reset-password#token=rst_')
    await app.anonymous.app_auth.reset_password_request(path, { email: grace.email, hosted: true })
    await app.atrium.jobs.drain()
    expect((await newestMail(app, owner, grace.email))?.text).toContain(hosted)
  })

  test('a link works once, also when it comes twice at once', async () => {
    const token = await link()
    const outcomes = await Promise.allSettled([reset(token), reset(token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(reset(token)).rejects.toEqual(NO_LINK)
  })

  test('a link is good for an hour, in its app, until a newer one is asked for', async () => {
    const first = await link()
    const second = await link()
    await expect(reset(first)).rejects.toEqual(NO_LINK)
    const elsewhere = { app_id: (await app.make.app(owner)).id }
    await expect(reset(second, NEW, elsewhere)).rejects.toEqual(NO_LINK)
    await expect(reset('rst_unknown')).rejects.toEqual(NO_LINK)
    app.clock.move(60 * 60)
    await expect(reset(second)).rejects.toEqual(NO_LINK)
    await login(OLD)
  })

  test('a link proves the email too', async () => {
    const { app_id } = path
    grace = await app.make.appUser({ id: app_id }, { password_hash, verified_date: null })
    await expect(login(OLD)).rejects.toEqual(refusal(403, 'email_not_verified'))
    await reset(await link())
    await login(NEW)
  })

  test('nobody is mailed who is unknown, or is not let in', async () => {
    await askForLink('nobody@example.com')
    expect(await newestMail(app, owner, 'nobody@example.com')).toBeNull()
    await app.as(owner).apps.update(path, { public_settings: 'private_with_login' })
    await askForLink()
    expect(await newestMail(app, owner, grace.email)).toBeNull()
  })
})

describe('a password that is known', () => {
  const change = (body: object = {}, token = grace.token) =>
    app.as(token).app_auth.change_password(path, {
      user_id: grace.id,
      current_password: OLD,
      new_password: NEW,
      ...body,
    })

  test('is changed, and the other sessions end', async () => {
    const other = (await login(OLD)).access_token
    const waiting = await link()
    expect(await change()).toEqual({ success: true })
    await me(grace.token)
    await expect(me(other)).rejects.toEqual(INVALID)
    await expect(login(OLD)).rejects.toEqual(refusal(401, 'invalid_login'))
    await login(NEW)
    await expect(reset(waiting)).rejects.toEqual(NO_LINK)
  })

  test('a wrong one changes nothing', async () => {
    await expect(change({ current_password: 'wrong' })).rejects.toEqual(refusal(403, 'wrong_password'))
    await login(OLD)
  })

  test('of somebody else cannot be changed', async () => {
    const other = await app.make.appUser({ id: path.app_id }, { password_hash })
    await expect(change({ user_id: other.id })).rejects.toEqual(refusal(404, 'app_user_not_found'))
  })

  test('people of the workspace have theirs elsewhere', async () => {
    await expect(change({ user_id: owner.id }, owner.token)).rejects.toEqual(
      refusal(400, 'password_elsewhere'),
    )
    const stranger = await app.make.person('owner')
    await expect(change({}, stranger.token)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('is not too short', async () => {
    await expect(change({ new_password: 'short' })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'new_password'], type: 'string_too_short' }],
    })
  })
})
