/** A person's own name, password and sessions. */
import { operations } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { accountMails, resetToken } from './test/account-mail.ts'
import { PASSWORD, type SignedIn, signedInPerson } from './test/account-scene.ts'

const NEW = 'better horse battery staple'
const INVALID = refusal(401, 'invalid_credentials')
const app = useApp({ rate_limits: 'off' })
let ada: SignedIn
beforeEach(async () => {
  ada = await signedInPerson(app)
})

const login = (password: string, more: object = {}) =>
  app.anonymous.session.create({ email: ada.email, password, ...more })
const actionsOf = async () =>
  (await app.as(ada.pat).audit.list()).items.map(({ action, detail }) => [action, detail])

describe('no token and no key', () => {
  test('reaches what protects the account', { tags: 'slow' }, async () => {
    const key = await app.make.credential({ kind: 'api_key', user_id: ada.id })
    const refused = refusal(403, 'session_only')
    for (const secret of [ada.pat, key.secret]) {
      const { account, session } = app.as(secret)
      const passkey = { id: 'x', rawId: 'x', type: 'public-key' as const }
      const created = { ...passkey, response: { clientDataJSON: 'x', attestationObject: 'x' } }
      for (const call of [
        () => account.read(),
        () => account.update({ full_name: 'Eve' }),
        () => account.change_password({ current_password: PASSWORD, new_password: NEW }),
        () => account.list_sessions(),
        () => account.end_session({ session_id: 'x' }),
        () => account.end_sessions({}),
        () => account.start_totp(),
        () => account.confirm_totp({ code: '123456' }),
        () => account.remove_totp(),
        () => account.generate_recovery_codes(),
        () => account.start_passkey(),
        () => account.add_passkey({ name: 'x', passkey: created }),
        () => account.list_passkeys(),
        () => account.update_passkey({ passkey_id: 'x' }, { name: 'x' }),
        () => account.remove_passkey({ passkey_id: 'x' }),
        () => session.confirm({ password: PASSWORD }),
      ])
        await expect(call()).rejects.toEqual(refused)
    }
    expect(await ada.client.account.read()).toMatchObject({ full_name: 'Ada Byron', has_totp: false })
  })
})

describe('account.update', () => {
  test('changes the name everywhere it is shown', async () => {
    const account = await ada.client.account.update({ full_name: '  Ada King ' })
    expect(account).toEqual({
      id: ada.id,
      email: ada.email,
      full_name: 'Ada King',
      has_password: true,
      has_totp: false,
      passkeys: 0,
      recovery_codes_left: 0,
    })
    expect((await ada.client.session.read()).full_name).toBe('Ada King')
    const { members } = await app.as(ada.pat).members.list()
    expect(members).toMatchObject([{ email: ada.email, full_name: 'Ada King' }])
    expect(await actionsOf()).toContainEqual(['account.update', { full_name: 'Ada King' }])
  })

  test.each(['', '   ', 'x'.repeat(201)])('does not take %j', async (full_name) => {
    await expect(ada.client.account.update({ full_name })).rejects.toMatchObject({ status: 422 })
  })
})

describe('account.change_password', () => {
  const change = (current_password: string, new_password = NEW) =>
    ada.client.account.change_password({ current_password, new_password })

  test('needs the current one, and one that is not guessed first', async () => {
    await expect(change('wrong')).rejects.toEqual(refusal(403, 'wrong_password'))
    await expect(change(PASSWORD, 'password1')).rejects.toMatchObject({ status: 422 })
    await login(PASSWORD)
  })

  test('ends the other sessions, those in apps too, and leaves tokens', { tags: 'slow' }, async () => {
    const other = (await login(PASSWORD)).token
    const place = await app.make.app({ ...ada, token: ada.pat })
    const body = { email: ada.email, password: PASSWORD }
    const { access_token: inApp } = await app.anonymous.app_auth.login({ app_id: place.id }, body)
    expect(await change(PASSWORD)).toEqual({ sessions_ended: 2 })
    await expect(app.as(other).session.read()).rejects.toEqual(INVALID)
    await expect(app.as(inApp).users.me({ app_id: place.id })).rejects.toEqual(INVALID)
    for (const secret of [ada.token, ada.pat]) expect((await app.as(secret).session.read()).id).toBe(ada.id)
    await expect(login(PASSWORD)).rejects.toEqual(refusal(401, 'invalid_login'))
    await login(NEW)
    const mails = await accountMails(app, ada.email)
    expect(mails.map(({ subject }) => subject)).toContain('Your Atrium account: your password was changed')
    expect(await actionsOf()).toContainEqual(['account.change_password', { sessions_ended: 2 }])
  })

  test('counts as tries to sign in', { tags: 'slow' }, async () => {
    const rate_limits = new Map([['session.create by address and email', 2]])
    const limited = await startApp({ rate_limits })
    const eve = await signedInPerson(limited)
    const guess = () => eve.client.account.change_password({ current_password: 'wrong', new_password: NEW })
    await expect(guess()).rejects.toEqual(refusal(403, 'wrong_password'))
    await expect(eve.client.session.confirm({ password: 'wrong' })).rejects.toEqual(
      refusal(403, 'wrong_password'),
    )
    await expect(guess()).rejects.toEqual(refusal(429, 'rate_limited'))
  })
})

describe('a forgotten password', () => {
  const ask = async (email = ada.email) => {
    expect(await app.anonymous.account.request_password_reset({ email })).toEqual({ success: true })
    await app.atrium.jobs.drain()
  }
  const link = async () => {
    await ask()
    return resetToken(app, ada.email)
  }
  const reset = (reset_token: string, new_password = NEW) =>
    app.anonymous.account.reset_password({ reset_token, new_password })
  const NO_LINK = refusal(400, 'invalid_reset_token')

  test('is replaced with a mailed link; sessions end and tokens stay', async () => {
    expect(await reset(await link())).toEqual({ success: true })
    await expect(ada.client.session.read()).rejects.toEqual(INVALID)
    expect((await app.as(ada.pat).session.read()).id).toBe(ada.id)
    await login(NEW)
    expect(await actionsOf()).toContainEqual(['account.reset_password', { sessions_ended: 1 }])
  })

  test('the mail is for the person alone: no workspace shows it', async () => {
    await ask(ada.email.toUpperCase())
    const [mail] = await accountMails(app, ada.email)
    expect(mail?.text).toContain(`${app.baseUrl}/account/reset-password#token=rst_`)
    expect((await app.as(ada.pat).mail.list()).items).toEqual([])
  })

  test('an unknown email is answered alike, and mailed nothing', async () => {
    const known = await app.anonymous.request(operations.account.request_password_reset, {
      body: { email: ada.email },
    })
    const unknown = await app.anonymous.request(operations.account.request_password_reset, {
      body: { email: 'nobody@example.com' },
    })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await app.atrium.jobs.drain()
    expect(await accountMails(app, 'nobody@example.com')).toEqual([])
  })

  test('a link works once, also when it comes twice at once', async () => {
    const token = await link()
    const outcomes = await Promise.allSettled([reset(token), reset(token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(reset(token)).rejects.toEqual(NO_LINK)
  })

  test('a link ends after an hour, with a newer link, and with another change of the password', async () => {
    const first = await link()
    const second = await link()
    await expect(reset(first)).rejects.toEqual(NO_LINK)
    await ada.client.account.change_password({ current_password: PASSWORD, new_password: NEW })
    await expect(reset(second)).rejects.toEqual(NO_LINK)
    const third = await link()
    app.clock.move(60 * 60)
    await expect(reset(third)).rejects.toEqual(NO_LINK)
    await expect(reset(third, 'password1')).rejects.toMatchObject({ status: 422 })
  })

  test('at most five links are mailed in an hour', async () => {
    for (let i = 0; i < 7; i++) await ask()
    expect(await accountMails(app, ada.email)).toHaveLength(5)
    app.clock.move(60 * 60)
    await reset(await link())
    await login(NEW)
  })
})

describe('sessions', () => {
  const agent = (text: string) => ({ 'user-agent': text, 'content-type': 'application/json' })
  const signInFrom = async (userAgent: string, cookie = '') => {
    const answer = await fetch(`${app.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { ...agent(userAgent), cookie },
      body: JSON.stringify({ email: ada.email, password: PASSWORD }),
    })
    const [, device = ''] = answer.headers.getSetCookie()
    return { token: (await answer.json()).token as string, device: device.split(';')[0] ?? '' }
  }
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'

  test('are listed with their device, newest first', async () => {
    app.clock.move(1)
    const { token } = await signInFrom(FIREFOX)
    const { items } = await app.as(token).account.list_sessions()
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        device: 'Firefox on Windows',
        address: '127.0.0.1',
        method: 'password',
        second_factor: null,
        created_date: expect.any(String),
        last_seen: expect.any(String),
        expires_at: expect.any(String),
        is_this: true,
      },
      expect.objectContaining({ device: 'Unknown device', method: null, is_this: false }),
    ])
  })

  test('one ends at once; those of others are not found', async () => {
    const { token } = await signInFrom(FIREFOX)
    const [mine] = (await app.as(token).account.list_sessions()).items
    const other = await signedInPerson(app)
    const end = (client: SignedIn['client']) => client.account.end_session({ session_id: mine?.id ?? '' })
    await expect(end(other.client)).rejects.toEqual(refusal(404, 'session_not_found'))
    expect(await end(ada.client)).toEqual({ success: true })
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
    await expect(end(ada.client)).rejects.toEqual(refusal(404, 'session_not_found'))
    expect(await actionsOf()).toContainEqual(['account.end_session', { session_id: mine?.id }])
  })

  test('end everywhere else, or everywhere', async () => {
    const { token } = await signInFrom(FIREFOX)
    expect(await ada.client.account.end_sessions({})).toEqual({ sessions_ended: 1 })
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
    const { body, headers } = await ada.client.request(operations.account.end_sessions, {
      body: { include_this: true },
    })
    expect(body).toEqual({ sessions_ended: 1 })
    expect(headers.get('set-cookie')).toMatch(/^atrium=; .*Max-Age=0/)
    await expect(ada.client.session.read()).rejects.toEqual(INVALID)
  })

  test('are at most a hundred: the one used least recently ends', async () => {
    const old = new Date(app.clock.now().getTime() - 86_400_000)
    await app.sql`
      insert into credentials (id, kind, secret_hash, user_id, created_date, expires_at)
      select 'ses_' || n || ${ada.id}, 'session', sha256((n || ${ada.id})::bytea), ${ada.id},
             ${old}::timestamptz + n * interval '1 second', ${old}::timestamptz + interval '30 days'
        from generate_series(1, 99) n`
    await login(PASSWORD)
    const left = await app.sql<{ id: string }>`
      select id from credentials where user_id = ${ada.id} and kind = 'session' order by created_date`
    expect(left).toHaveLength(100)
    expect(left[0]?.id).toBe(`ses_2${ada.id}`)
    expect((await ada.client.session.read()).id).toBe(ada.id)
  })

  test('from a new device are mailed, once', async () => {
    const { device } = await signInFrom(FIREFOX)
    const [mail, ...more] = await accountMails(app, ada.email)
    expect([mail?.subject, more]).toEqual(['New sign-in to your Atrium account', []])
    expect(mail?.text).toMatch(/Firefox on Windows, from 127\.0\.0\.1, at \d{4}-\d\d-\d\d \d\d:\d\d UTC\./)
    await signInFrom(FIREFOX) // the cookie is lost, the place is the same
    await signInFrom(`${FIREFOX} updated`, device) // known by its cookie
    expect(await accountMails(app, ada.email)).toHaveLength(1)
    await signInFrom(SAFARI, 'atrium_device=dev_made_up')
    expect((await accountMails(app, ada.email))[0]?.text).toContain('Safari on iPhone')
    const other = await signedInPerson(app)
    ada = other
    await signInFrom(FIREFOX, device) // of somebody else on the same machine
    expect(await accountMails(app, other.email)).toHaveLength(1)
  })
})
