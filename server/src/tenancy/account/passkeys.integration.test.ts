/** Passkeys: added, used alone and as a second factor, by an authenticator in software. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { accountMails } from './test/account-mail.ts'
import { PASSWORD, type SignedIn, signedInPerson, withPasskey, withTotp } from './test/account-scene.ts'
import { createSoftwarePasskey } from './test/software-passkey.ts'

const app = useApp({ rate_limits: 'off' })
let ada: SignedIn
beforeEach(async () => {
  ada = await signedInPerson(app)
})

const INVALID = refusal(401, 'invalid_passkey')
const REFUSED = refusal(400, 'passkey_refused')
const origin = () => new URL(app.baseUrl).origin
const request = () => app.anonymous.session.passkey_options()
const enter = (passkey: ReturnType<ReturnType<typeof createSoftwarePasskey>['get']>) =>
  app.anonymous.session.passkey({ passkey })
const count = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length

describe('a passkey', () => {
  test('is added, listed, renamed and removed, with recovery codes as long as it is there', async () => {
    const { passkey, recovery_codes } = await withPasskey(app, ada)
    expect(recovery_codes).toHaveLength(10)
    expect((await ada.client.account.list_passkeys()).items).toEqual([passkey])
    const passkey_id = passkey.id
    expect(await ada.client.account.update_passkey({ passkey_id }, { name: 'Key' })).toMatchObject({
      id: passkey_id,
      name: 'Key',
    })
    expect((await withPasskey(app, ada)).recovery_codes).toBeNull()
    expect(await ada.client.account.read()).toMatchObject({ passkeys: 2, recovery_codes_left: 10 })
    for (const { id } of (await ada.client.account.list_passkeys()).items)
      await ada.client.account.remove_passkey({ passkey_id: id })
    expect(await ada.client.account.read()).toMatchObject({ passkeys: 0, recovery_codes_left: 0 })
    const gone = refusal(404, 'passkey_not_found')
    await expect(ada.client.account.remove_passkey({ passkey_id })).rejects.toEqual(gone)
    await expect(ada.client.account.update_passkey({ passkey_id }, { name: 'x' })).rejects.toEqual(gone)
    const actions = (await app.as(ada.pat).audit.list()).items.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['account.add_passkey', 'account.remove_passkey']))
    expect((await accountMails(app, ada.email))[0]?.subject).toMatch('a passkey was removed')
  })

  test('of somebody else is not there', async () => {
    const { passkey } = await withPasskey(app, ada)
    const other = await signedInPerson(app)
    const path = { passkey_id: passkey.id }
    const gone = refusal(404, 'passkey_not_found')
    await expect(other.client.account.update_passkey(path, { name: 'x' })).rejects.toEqual(gone)
    await expect(other.client.account.remove_passkey(path)).rejects.toEqual(gone)
    expect((await other.client.account.list_passkeys()).items).toEqual([])
  })

  test('is added once, for the person who started, from our own pages', async () => {
    const options = await ada.client.account.start_passkey()
    const add = (who: SignedIn, passkey: ReturnType<ReturnType<typeof createSoftwarePasskey>['create']>) =>
      who.client.account.add_passkey({ name: 'Laptop', passkey })
    const other = await signedInPerson(app)
    const device = createSoftwarePasskey({ origin: origin() })
    await expect(add(other, device.create(options))).rejects.toEqual(REFUSED)
    const elsewhere = createSoftwarePasskey({ origin: 'https://elsewhere.example' })
    await expect(add(ada, elsewhere.create(options))).rejects.toEqual(REFUSED)
    await expect(add(ada, device.create({ ...options, rp: { id: 'elsewhere.example' } }))).rejects.toEqual(
      REFUSED,
    )
    const { challenge } = await request()
    await expect(add(ada, device.create({ ...options, challenge }))).rejects.toEqual(REFUSED)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => add(ada, device.create(options))))
    expect(count(outcomes)).toBe(1)
    const second = await ada.client.account.start_passkey()
    expect(second.excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ])
    await expect(add(ada, device.create(second))).rejects.toEqual(refusal(409, 'passkey_exists'))
    const late = await ada.client.account.start_passkey()
    app.clock.move(5 * 60)
    const another = createSoftwarePasskey({ origin: origin() })
    await expect(add(ada, another.create(late))).rejects.toEqual(REFUSED)
  })

  test('comes ten times at most, also when two are added at once', async () => {
    for (let i = 0; i < 9; i++) await withPasskey(app, ada)
    const options = [await ada.client.account.start_passkey(), await ada.client.account.start_passkey()]
    const outcomes = await Promise.allSettled(
      options.map((one) => {
        const passkey = createSoftwarePasskey({ origin: origin() }).create(one)
        return ada.client.account.add_passkey({ name: 'Tenth', passkey })
      }),
    )
    expect(count(outcomes)).toBe(1)
    const reached = refusal(409, 'passkey_limit_reached')
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: reached })
    await expect(ada.client.account.start_passkey()).rejects.toEqual(reached)
  })
})

describe('signing in with a passkey', () => {
  test('alone is enough, also where the password asks for a second factor', async () => {
    const { device } = await withPasskey(app, ada)
    await withTotp(app, ada)
    const { user, token } = await enter(device.get(await request()))
    expect(user.id).toBe(ada.id)
    const [newest] = (await app.as(token).account.list_sessions()).items
    expect(newest).toMatchObject({ method: 'passkey', second_factor: null, is_this: true })
    expect((await ada.client.account.list_passkeys()).items[0]?.last_used_at).not.toBeNull()
  })

  test('an answer counts once, for five minutes, from our own pages', async () => {
    const { device } = await withPasskey(app, ada)
    const answer = device.get(await request())
    const outcomes = await Promise.allSettled([enter(answer), enter(answer), enter(answer)])
    expect(count(outcomes)).toBe(1)
    await expect(enter(answer)).rejects.toEqual(INVALID)
    const late = device.get(await request())
    app.clock.move(5 * 60)
    await expect(enter(late)).rejects.toEqual(INVALID)
    const made = Buffer.from('zzzzzzzz.x.y').toString('base64url')
    await expect(enter(device.get({ ...(await request()), challenge: made }))).rejects.toEqual(INVALID)
    await expect(enter(device.get({ ...(await request()), rpId: 'elsewhere.example' }))).rejects.toEqual(
      INVALID,
    )
    await ada.client.session.confirm({ password: PASSWORD })
    const { challenge } = await ada.client.account.start_passkey()
    await expect(enter(device.get({ ...(await request()), challenge }))).rejects.toEqual(INVALID)
    const { items } = await app.as(ada.pat).audit.list()
    const failed = items.filter(({ action }) => action === 'session.create_failed')
    expect(failed[0]?.detail).toEqual({ email: ada.email, reason: 'invalid_passkey' })
  })

  test('a signature of another key, an unknown one, and one of somebody else are refused alike', async () => {
    const { device } = await withPasskey(app, ada)
    const stranger = createSoftwarePasskey({ origin: origin() })
    await expect(enter(stranger.get(await request()))).rejects.toEqual(INVALID)
    const forged = { ...stranger.get(await request()), id: device.id, rawId: device.id }
    await expect(enter(forged)).rejects.toEqual(INVALID)
    const other = await signedInPerson(app)
    const theirs = await withPasskey(app, other)
    const body = { email: ada.email, password: PASSWORD, passkey: theirs.device.get(await request()) }
    await expect(app.anonymous.session.create(body)).rejects.toEqual(INVALID)
    const answer = device.get(await request())
    const userHandle = Buffer.from(other.id).toString('base64url')
    await expect(enter({ ...answer, response: { ...answer.response, userHandle } })).rejects.toEqual(INVALID)
  })

  test('a copy whose counter stands still is refused', async () => {
    const { device } = await withPasskey(app, ada, { counter: 5 })
    await enter(device.get(await request()))
    await app.sql`update passkeys set counter = 1000 where user_id = ${ada.id}`
    await expect(enter(device.get(await request()))).rejects.toEqual(INVALID)
  })

  test('as a second factor goes with the password, and need not check who holds it', async () => {
    const { device } = await withPasskey(app, ada, { verifiesUser: false })
    await expect(enter(device.get(await request()))).rejects.toEqual(INVALID)
    const body = { email: ada.email, password: PASSWORD }
    const refused = await app.anonymous.session.create(body).catch((error) => error)
    expect(refused.body).toMatchObject({
      code: 'second_factor_required',
      methods: ['passkey', 'recovery_code'],
      passkey_request: { allowCredentials: [{ id: device.id, type: 'public-key' }] },
    })
    const passkey = device.get(refused.body.passkey_request)
    const { token } = await app.anonymous.session.create({ ...body, passkey })
    const [newest] = (await app.as(token).account.list_sessions()).items
    expect(newest).toMatchObject({ method: 'password', second_factor: 'passkey' })
    await expect(app.anonymous.session.create({ ...body, passkey })).rejects.toEqual(INVALID)
    await expect(app.anonymous.session.create({ ...body, code: '123456' })).rejects.toEqual(
      refusal(401, 'invalid_second_factor'),
    )
  })

  test('confirms a session, of its own person only', async () => {
    const { device } = await withPasskey(app, ada)
    app.clock.move(11 * 60)
    const other = await signedInPerson(app)
    const passkey = device.get(await request())
    await expect(other.client.session.confirm({ passkey })).rejects.toEqual(INVALID)
    await ada.client.session.confirm({ passkey })
    await ada.client.account.start_passkey()
    await expect(ada.client.session.confirm({ passkey })).rejects.toEqual(INVALID)
  })
})
