/** How the own users of an app sign up and sign in. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { mailedCode, mailedToken, newestMail } from '../test/app-mail.ts'

const PASSWORD = 'correct horse battery staple'
const ANOTHER = 'of somebody who hopes'
const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner } = useTeam(app)
let path: { app_id: string }
let email: string
let count = 0

beforeEach(async () => {
  path = await appThatIs('public_with_login')
  email = `grace${count++}@example.com`
})

const INVALID_CODE = refusal(400, 'invalid_code')
const appThatIs = async (public_settings: string) => ({
  app_id: (await app.make.app(owner, { public_settings })).id,
})
const register = (body: object = {}, to = path) =>
  app.anonymous.app_auth.register(to, { email, password: PASSWORD, ...body })
const verify = (otp_code: string, to = path) => app.anonymous.app_auth.verify_otp(to, { email, otp_code })
const login = (body: object = {}, to = path) =>
  app.anonymous.app_auth.login(to, { email, password: PASSWORD, ...body })
const code = () => mailedCode(app, owner, email)
const wrong = (good: string) => (good === '000000' ? '111111' : '000000')
const drain = () => app.atrium.jobs.drain()

async function signedUp() {
  await register({ full_name: 'Grace Hopper' })
  return verify(await code())
}

describe('signing up', () => {
  test('mails a code that verifies the email and signs in', async () => {
    const registered = await register({ email: email.toUpperCase(), full_name: ' Grace Hopper ' })
    expect(registered).toEqual({ id: expect.stringMatching(/^acc_/), email, is_verified: false })
    await expect(login()).rejects.toEqual(refusal(403, 'email_not_verified'))
    const { access_token, user } = await verify(await code())
    expect(access_token).toMatch(/^aps_[\w-]{43}$/)
    expect(user).toEqual({
      id: registered.id,
      email,
      full_name: 'Grace Hopper',
      role: 'user',
      created_date: expect.any(String),
      updated_date: expect.any(String),
    })
    expect(await app.as(access_token).users.me(path)).toEqual(user)
    expect((await login()).user).toMatchObject({ id: registered.id })
  })

  test('neither password nor code nor token is stored as it is', async () => {
    await register()
    const mailed = await code()
    const { access_token } = await verify(mailed)
    await register({ email: `other-${email}` })
    const tables = ['app_users', 'app_user_proofs', 'credentials', 'mails'] as const
    for (const table of tables) {
      const rows = await app.sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`
      const text = rows.map(({ row }) => row).join('\n')
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toContain(access_token)
      expect(text).not.toMatch(new RegExp(`[,"(]${mailed}[,")]`))
    }
  })

  test('an email that is taken is refused, in any case, but only in this app', async () => {
    await signedUp()
    await expect(register({ email: email.toUpperCase() })).rejects.toEqual(refusal(409, 'app_user_exists'))
    const other = await appThatIs('public_with_login')
    expect((await register({}, other)).email).toBe(email)
    await expect(login({}, other)).rejects.toEqual(refusal(403, 'email_not_verified'))
  })

  test('an email that was never verified can sign up again; the newest password and code count', async () => {
    const first = await register({ password: 'somebody else was here' })
    const old = await code()
    app.clock.move(15 * 60)
    expect((await register()).id).toBe(first.id)
    const newest = await code()
    if (old !== newest) await expect(verify(old)).rejects.toEqual(INVALID_CODE)
    await verify(newest)
    await expect(login({ password: 'somebody else was here' })).rejects.toEqual(refusal(401, 'invalid_login'))
    await login()
  })

  test('the same sign-up again, also at once, keeps its password', async () => {
    await Promise.all([register(), register()])
    await register()
    await verify(await code())
    await login()
  })

  test('two passwords that wait for one code are both dropped, so that nobody is tricked into verifying another’s', async () => {
    const invalid = refusal(401, 'invalid_login')
    await register()
    await register({ password: ANOTHER })
    await register() // and is not made good by the first one again
    const { user } = await verify(await code())
    expect(user.email).toBe(email)
    await expect(login()).rejects.toEqual(invalid)
    await expect(login({ password: ANOTHER })).rejects.toEqual(invalid)
    await app.anonymous.app_auth.reset_password_request(path, { email })
    await drain()
    const reset_token = await mailedToken(app, owner, email)
    await app.anonymous.app_auth.reset_password(path, { reset_token, new_password: PASSWORD })
    await login()
  })

  test.each([
    ['the last one again', [PASSWORD, ANOTHER, ANOTHER]],
    ['the last one again and again', [PASSWORD, ANOTHER, ANOTHER, ANOTHER, ANOTHER]],
    ['the first one again and again', [PASSWORD, ANOTHER, PASSWORD, PASSWORD]],
    ['each of them twice', [ANOTHER, ANOTHER, PASSWORD, PASSWORD]],
  ])(
    'nobody makes good one of two passwords that wait for one code by sending %s',
    { tags: 'slow' },
    async (_, sent) => {
      for (const password of sent) await register({ password })
      await verify(await code())
      for (const password of [PASSWORD, ANOTHER])
        await expect(login({ password })).rejects.toEqual(refusal(401, 'invalid_login'))
    },
  )

  test('twice at once makes one account', async () => {
    const both = await Promise.all([register(), register()])
    expect(both[0].id).toBe(both[1].id)
    await verify(await code())
    const { items } = await app.as(owner).app_users.list(path)
    expect(items).toHaveLength(1)
  })

  test.each([
    ['public_with_login', 'stranger', 'ok'],
    ['public_without_login', 'stranger', 'ok'],
    ['workspace_with_login', 'stranger', 'app_closed'],
    ['workspace_with_login', 'member', 'ok'],
    ['workspace_with_login', 'suspended', 'app_closed'],
    ['workspace_with_login', 'member elsewhere', 'app_closed'],
    ['workspace_with_login', 'invited', 'ok'],
    ['private_with_login', 'stranger', 'app_closed'],
    ['private_with_login', 'member', 'app_closed'],
    ['private_with_login', 'invited', 'ok'],
  ])('in an app that is %s, a %s: %s', async (settings, who, outcome) => {
    const closed = await appThatIs(settings)
    if (who === 'member' || who === 'suspended') {
      const state = who === 'suspended' ? { access_state: 'suspended' } : {}
      const member = await app.make.person('guest', { id: owner.workspace_id }, state)
      email = member.email
    }
    if (who === 'member elsewhere') email = (await app.make.person('owner')).email
    if (who === 'invited') await app.as(owner).app_users.invite(closed, { user_email: email })
    const answered = await register({}, closed).then(
      () => 'ok',
      (error) => error.code,
    )
    expect(answered).toBe(outcome)
    if (outcome === 'ok') expect((await verify(await code(), closed)).user.email).toBe(email)
  })

  test('an unknown app is missing', async () => {
    await expect(register({}, { app_id: 'app_unknown' })).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('names in mails bring no lines of their own', async () => {
    await app.as(owner).apps.update(path, { name: 'Shop\r\nBcc: all@example.com' })
    await register()
    const mail = await newestMail(app, owner, email)
    expect(mail?.subject).toBe('Your code for Shop Bcc: all@example.com')
  })
})

describe('a code', () => {
  test('works once, also when it comes twice at once', async () => {
    await register()
    const good = await code()
    const outcomes = await Promise.allSettled([verify(good), verify(good), verify(good)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(verify(good)).rejects.toEqual(INVALID_CODE)
  })

  test('is void after five wrong tries, also when they come at once', async () => {
    await register()
    const good = await code()
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => verify(wrong(good))))
    await expect(verify(good)).rejects.toEqual(INVALID_CODE)
  })

  test('is still good after four', async () => {
    await register()
    const good = await code()
    for (let tries = 0; tries < 4; tries++) await expect(verify(wrong(good))).rejects.toEqual(INVALID_CODE)
    await verify(good)
  })

  test('that is new has five tries of its own', async () => {
    await register()
    const first = await code()
    for (let tries = 0; tries < 5; tries++) await expect(verify(wrong(first))).rejects.toEqual(INVALID_CODE)
    await app.anonymous.app_auth.resend_otp(path, { email })
    await drain()
    await verify(await code())
  })

  test('is good for 15 minutes', async () => {
    await register()
    const good = await code()
    app.clock.move(15 * 60)
    await expect(verify(good)).rejects.toEqual(INVALID_CODE)
  })

  test('is of no use for another email or another app', async () => {
    await register()
    const good = await code()
    const other = `other-${email}`
    await register({ email: other })
    if ((await mailedCode(app, owner, other)) !== good)
      await expect(app.anonymous.app_auth.verify_otp(path, { email: other, otp_code: good })).rejects.toEqual(
        INVALID_CODE,
      )
    await expect(verify(good, await appThatIs('public_with_login'))).rejects.toEqual(INVALID_CODE)
  })

  test('lets nobody in whom the app does not take any more', async () => {
    await register()
    const good = await code()
    await app.as(owner).apps.update(path, { public_settings: 'private_with_login' })
    await expect(verify(good)).rejects.toEqual(refusal(403, 'app_closed'))
  })

  test('is sent again on demand; the one before is void', async () => {
    await register()
    const old = await code()
    expect(await app.anonymous.app_auth.resend_otp(path, { email })).toEqual({ success: true })
    await drain()
    const newest = await code()
    if (newest !== old) await expect(verify(old)).rejects.toEqual(INVALID_CODE)
    await verify(newest)
  })

  test('goes to nobody who is unknown, verified, or only invited; the answer is the same', async () => {
    const { access_token } = await signedUp()
    const mails = async () => (await app.as(owner).mail.list({ limit: 100 })).items.length
    await app.as(owner).app_users.invite(path, { user_email: `invited-${email}` })
    const before = await mails()
    for (const to of [email, `unknown-${email}`, `invited-${email}`])
      expect(await app.anonymous.app_auth.resend_otp(path, { email: to })).toEqual({ success: true })
    expect(await app.anonymous.app_auth.resend_otp({ app_id: 'app_unknown' }, { email })).toEqual({
      success: true,
    })
    await drain()
    expect(await mails()).toBe(before)
    expect(await app.as(access_token).users.me(path)).toMatchObject({ email })
  })

  test('is sent five times an hour; then sign-ups are refused and nothing more is mailed', {
    tags: 'slow',
  }, async () => {
    for (let times = 0; times < 5; times++) await register()
    const last = await code()
    await expect(register({ password: 'a password that comes too late' })).rejects.toEqual(
      refusal(429, 'rate_limited'),
    )
    await app.anonymous.app_auth.resend_otp(path, { email })
    await drain()
    expect(await code()).toBe(last)
    app.clock.move(60 * 60)
    await register()
    await verify(await code())
  })
})

describe('signing in', () => {
  test('a wrong password and an unknown email, app or both are answered alike', async () => {
    await signedUp()
    const refused = refusal(401, 'invalid_login')
    await expect(login({ password: 'wrong' })).rejects.toEqual(refused)
    await expect(login({ email: 'nobody@example.com' })).rejects.toEqual(refused)
    await expect(login({}, { app_id: 'app_unknown' })).rejects.toEqual(refused)
    await app.as(owner).app_users.invite(path, { user_email: `invited-${email}` })
    await expect(login({ email: `invited-${email}` })).rejects.toEqual(refused)
  })

  test('a deleted app lets nobody in', async () => {
    await signedUp()
    await app.as(owner).apps.delete(path)
    await expect(login()).rejects.toEqual(refusal(401, 'invalid_login'))
  })

  test('who is not let in any more learns so, with the right password only', async () => {
    const { access_token } = await signedUp()
    await app.as(owner).apps.update(path, { public_settings: 'private_with_login' })
    await expect(login()).rejects.toEqual(refusal(403, 'app_closed'))
    await expect(login({ password: 'wrong' })).rejects.toEqual(refusal(401, 'invalid_login'))
    await expect(app.as(access_token).users.me(path)).rejects.toEqual(refusal(404, 'app_not_found'))
    await app.as(owner).app_users.invite(path, { user_email: email })
    expect((await login()).user.email).toBe(email)
  })

  test('a session ends after 30 days', async () => {
    const { access_token } = await signedUp()
    app.clock.move(30 * 24 * 60 * 60 - 60)
    await app.as(access_token).users.me(path)
    app.clock.move(60)
    await expect(app.as(access_token).users.me(path)).rejects.toEqual(refusal(401, 'invalid_credentials'))
  })

  test('signing out ends this session and no other', async () => {
    const first = (await signedUp()).access_token
    const second = (await login()).access_token
    expect(await app.as(first).app_auth.logout(path)).toEqual({ success: true })
    await expect(app.as(first).users.me(path)).rejects.toEqual(refusal(401, 'invalid_credentials'))
    await app.as(second).users.me(path)
    await expect(app.as(second).app_auth.logout({ app_id: 'app_unknown' })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    await expect(app.as(owner).app_auth.logout(path)).rejects.toEqual(refusal(400, 'not_a_session'))
    const stranger = await app.make.person('owner')
    await expect(app.as(stranger).app_auth.logout(path)).rejects.toEqual(refusal(404, 'app_not_found'))
  })
})
