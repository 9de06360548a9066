/** Authenticator apps and recovery codes. */
import { operations } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { accountMails } from './test/account-mail.ts'
import {
  codeAt,
  PASSWORD,
  type SignedIn,
  signedInPerson,
  withPasskey,
  withTotp,
} from './test/account-scene.ts'

const app = useApp({ rate_limits: 'off' })
let ada: SignedIn
beforeEach(async () => {
  ada = await signedInPerson(app)
})

const REQUIRED = refusal(401, 'second_factor_required')
const WRONG = refusal(401, 'invalid_second_factor')
const login = (code?: string, password = PASSWORD) =>
  app.anonymous.session.create({ email: ada.email, password, ...(code !== undefined && { code }) })
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const count = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length

describe('setting up an authenticator app', () => {
  test('changes nothing until a code was right, and shows the recovery codes then', {
    tags: 'slow',
  }, async () => {
    const { secret, uri } = await ada.client.account.start_totp()
    expect(uri).toContain(`secret=${secret}`)
    await login()
    const wrong = wrongOf(codeAt(app, secret))
    await expect(ada.client.account.confirm_totp({ code: wrong })).rejects.toEqual(
      refusal(400, 'wrong_totp_code'),
    )
    const { recovery_codes } = await ada.client.account.confirm_totp({ code: codeAt(app, secret) })
    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes ?? []) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    await expect(login()).rejects.toEqual(REQUIRED)
    expect(await ada.client.account.read()).toMatchObject({ has_totp: true, recovery_codes_left: 10 })
    const subjects = (await accountMails(app, ada.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your Atrium account: an authenticator app was set up')
  })

  test('nothing readable is stored', async () => {
    const { secret, recovery_codes } = await withTotp(app, ada)
    const stored = await app.sql`
      select f.sealed_secret, encode(c.code_hash, 'escape') as code
        from totp_factors f join recovery_codes c on c.user_id = f.user_id where f.user_id = ${ada.id}`
    expect(stored).toHaveLength(10)
    for (const hidden of [
      secret,
      ...recovery_codes,
      ...recovery_codes.map((code) => code.replaceAll('-', '')),
    ])
      expect(JSON.stringify(stored)).not.toContain(hidden)
  })

  test('confirms what was started last, once, within an hour', async () => {
    await expect(ada.client.account.confirm_totp({ code: '123456' })).rejects.toEqual(
      refusal(409, 'totp_not_started'),
    )
    await ada.client.account.start_totp()
    const { secret } = await ada.client.account.start_totp()
    const confirm = () => ada.client.account.confirm_totp({ code: codeAt(app, secret) })
    const outcomes = await Promise.allSettled([confirm(), confirm(), confirm()])
    expect(count(outcomes)).toBe(1)
    expect((await ada.client.account.read()).recovery_codes_left).toBe(10)
    await expect(ada.client.account.start_totp()).rejects.toEqual(refusal(409, 'totp_exists'))
    const late = await signedInPerson(app)
    const started = await late.client.account.start_totp()
    app.clock.move(60 * 60)
    await late.client.session.confirm({ password: PASSWORD })
    await expect(late.client.account.confirm_totp({ code: codeAt(app, started.secret) })).rejects.toEqual(
      refusal(409, 'totp_not_started'),
    )
  })

  test('needs a recent sign-in, as does all that weakens or strengthens the account', async () => {
    const { secret } = await withTotp(app, ada)
    app.clock.move(10 * 60 + 1)
    const { account, session } = ada.client
    const created = { clientDataJSON: 'x', attestationObject: 'x' }
    const passkey = { id: 'x', rawId: 'x', type: 'public-key' as const, response: created }
    for (const call of [
      () => account.start_totp(),
      () => account.confirm_totp({ code: codeAt(app, secret) }),
      () => account.remove_totp(),
      () => account.generate_recovery_codes(),
      () => account.start_passkey(),
      () => account.add_passkey({ name: 'x', passkey }),
      () => account.remove_passkey({ passkey_id: 'x' }),
    ])
      await expect(call()).rejects.toEqual(refusal(403, 'recent_sign_in_required'))
    await expect(session.confirm({ password: 'wrong' })).rejects.toEqual(refusal(403, 'wrong_password'))
    await expect(account.remove_totp()).rejects.toMatchObject({ code: 'recent_sign_in_required' })
    await expect(session.confirm({})).rejects.toMatchObject({ status: 422 })
    const { confirmed_until } = await session.confirm({ password: PASSWORD })
    expect(Date.parse(confirmed_until) - app.clock.now().getTime()).toBeGreaterThan(9 * 60_000)
    expect(await account.remove_totp()).toEqual({ success: true })
  })
})

describe('a sign-in with a second factor', () => {
  test('says what is missing only after the right password', async () => {
    const { secret } = await withTotp(app, ada)
    await expect(login(undefined, 'wrong')).rejects.toEqual(refusal(401, 'invalid_login'))
    await expect(login(codeAt(app, secret), 'wrong')).rejects.toEqual(refusal(401, 'invalid_login'))
    await expect(login()).rejects.toMatchObject({
      status: 401,
      code: 'second_factor_required',
      body: { methods: ['totp', 'recovery_code'], passkey_request: null },
    })
    const answer = await fetch(`${app.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: PASSWORD }),
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('takes a code once, also from two at the same time, and no older one after it', async () => {
    const { secret } = await withTotp(app, ada)
    app.clock.move(90)
    const [before, code] = [codeAt(app, secret, -1), codeAt(app, secret)]
    const outcomes = await Promise.allSettled([login(code), login(code), login(code)])
    expect(count(outcomes)).toBe(1)
    for (const used of [code, before]) await expect(login(used)).rejects.toEqual(WRONG)
    app.clock.move(30)
    const next = codeAt(app, secret)
    const { token } = await login(`${next.slice(0, 3)} ${next.slice(3)}`)
    const [newest] = (await app.as(token).account.list_sessions()).items
    expect(newest).toMatchObject({ method: 'password', second_factor: 'totp' })
    const { items } = await app.as(ada.pat).audit.list()
    expect(items.find(({ action }) => action === 'session.create')?.detail).toEqual({
      method: 'password',
      second_factor: 'totp',
    })
  })

  test.each([-1, 1])('takes a code of a clock that differs by %d step', async (steps) => {
    const { secret } = await withTotp(app, ada)
    app.clock.move(90)
    await login(codeAt(app, secret, steps))
  })

  test('takes each recovery code once, however it is written', async () => {
    const { recovery_codes } = await withTotp(app, ada)
    const [one = '', two = ''] = recovery_codes
    const outcomes = await Promise.allSettled([login(one), login(one), login(one)])
    expect(count(outcomes)).toBe(1)
    await expect(login(one)).rejects.toEqual(WRONG)
    await login(` ${two.toUpperCase().replaceAll('-', '  ')} `)
    expect((await ada.client.account.read()).recovery_codes_left).toBe(8)
    const other = await signedInPerson(app)
    const theirs = await withTotp(app, other)
    await expect(login(theirs.recovery_codes[0])).rejects.toEqual(WRONG)
  })

  test('new recovery codes replace the old ones, and go with the last factor', async () => {
    await expect(ada.client.account.generate_recovery_codes()).rejects.toEqual(
      refusal(409, 'no_second_factor'),
    )
    const { recovery_codes: old } = await withTotp(app, ada)
    const { recovery_codes } = await ada.client.account.generate_recovery_codes()
    await expect(login(old[0])).rejects.toEqual(WRONG)
    await login(recovery_codes[0])
    await ada.client.account.remove_totp()
    expect(await ada.client.account.read()).toMatchObject({ has_totp: false, recovery_codes_left: 0 })
    await login()
    await expect(ada.client.account.remove_totp()).rejects.toEqual(refusal(404, 'totp_not_found'))
  })

  test('the codes stay as they are while either kind of factor is there', async () => {
    const { account } = ada.client
    const { passkey, recovery_codes } = await withPasskey(app, ada)
    await withTotp(app, ada)
    await account.remove_totp()
    await login(recovery_codes?.[0])
    await withTotp(app, ada)
    await account.remove_passkey({ passkey_id: passkey.id })
    await login(recovery_codes?.[1])
    expect(await account.read()).toMatchObject({ passkeys: 0, has_totp: true, recovery_codes_left: 8 })
  })

  test('after ten wrong codes in an hour takes none, but recovery codes; the person is mailed', {
    tags: 'slow',
  }, async () => {
    const { secret, recovery_codes } = await withTotp(app, ada)
    app.clock.move(90)
    const wrong = wrongOf(codeAt(app, secret, 5))
    for (let i = 0; i < 10; i++) await expect(login(wrong)).rejects.toEqual(WRONG)
    const refused = await app.anonymous
      .request(operations.session.create, {
        body: { email: ada.email, password: PASSWORD, code: codeAt(app, secret) },
      })
      .catch((error) => error)
    expect(refused).toEqual(refusal(429, 'second_factor_locked'))
    await expect(login(codeAt(app, secret))).rejects.toEqual(refusal(429, 'second_factor_locked'))
    const subjects = (await accountMails(app, ada.email)).map(({ subject }) => subject)
    const warned = subjects.filter((subject) => subject.endsWith('entered 10 wrong codes'))
    expect(warned).toHaveLength(1)
    await login(recovery_codes[0])
    app.clock.move(60 * 60)
    await login(codeAt(app, secret))
    await expect(login(wrong)).rejects.toEqual(WRONG)
    const { items } = await app.as(ada.pat).audit.list()
    const failed = items.filter(({ action }) => action === 'session.create_failed')
    expect(failed[0]?.detail).toEqual({ email: ada.email, reason: 'invalid_second_factor' })
  })

  test('a reset of the password does not get around it', async () => {
    const { secret } = await withTotp(app, ada)
    await app.anonymous.account.request_password_reset({ email: ada.email })
    await app.atrium.jobs.drain()
    const mail = (await accountMails(app, ada.email)).find(({ text }) => text.includes('#token='))
    const reset_token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const new_password = 'better horse battery staple'
    await app.anonymous.account.reset_password({ reset_token, new_password })
    await expect(login(undefined, new_password)).rejects.toEqual(REQUIRED)
    app.clock.move(90)
    await login(codeAt(app, secret), new_password)
  })

  test('holds in apps too, where members sign in with the same password', { tags: 'slow' }, async () => {
    const { secret } = await withTotp(app, ada)
    const { id: app_id } = await app.make.app({ ...ada, token: ada.pat })
    const body = { email: ada.email, password: PASSWORD }
    const enter = (more: object = {}) => app.anonymous.app_auth.login({ app_id }, { ...body, ...more })
    await expect(enter()).rejects.toEqual(REQUIRED)
    app.clock.move(90)
    const code = codeAt(app, secret)
    expect((await enter({ code })).user.email).toBe(ada.email)
    await expect(enter({ code })).rejects.toEqual(WRONG)
    for (let i = 0; i < 9; i++) await enter({ code: wrongOf(codeAt(app, secret, 5)) }).catch(() => {})
    await expect(enter({ code })).rejects.toEqual(refusal(429, 'second_factor_locked'))
  })
})
