/** How users of an app sign in by Google, GitHub and other providers. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { OPENID_CLIENT } from '../../ports/openid/test/openid-provider.ts'
import { mailedCode } from '../app-users/test/app-mail.ts'
import { type Browser, openBrowser, useSignInScene } from '../openid/test/sign-in-scene.ts'

const scene = useSignInScene()
const { app } = scene
const HOME = 'https://shop.example.com/welcome?a=1'
const PASSWORD = 'correct horse battery staple'
let owner: Person
let at: { app_id: string }
let email: string
let count = 0

beforeEach(async () => {
  owner ??= await app.make.person('owner')
  at = await appThatIs('public_with_login')
  email = `grace${count++}@example.com`
  Object.assign(scene.provider.quirks, { email, subject: `${1_000 + count}`, name: 'Grace Hopper' })
})

async function appThatIs(public_settings: string) {
  const { id: app_id } = await app.make.app(owner, { public_settings })
  await app.sql`update apps set published_url = 'https://shop.example.com' where id = ${app_id}`
  return { app_id }
}
const set = (provider = 'sso', fields: object = {}, to = at) =>
  app
    .as(owner)
    .app_providers.set({ ...to, provider }, { issuer: scene.provider.issuer, ...OPENID_CLIENT, ...fields })
const loginUrl = (
  provider = 'sso',
  query: Record<string, string> = { from_url: HOME, state: 'mine' },
  to = at,
) => `${app.baseUrl}/api/apps/${to.app_id}/auth/${provider}/login?${new URLSearchParams(query)}`
async function signIn(url = loginUrl(), browser: Browser = openBrowser()) {
  return (await browser.get(await scene.approve(browser, url))).location
}
const broughtTo = (location: string) =>
  Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))
async function tokenOf(location: Promise<string>) {
  return broughtTo(await location).access_token ?? ''
}
const meWith = (token: string, to = at) => app.as(token).users.me(to)
const register = () => app.anonymous.app_auth.register(at, { email, password: PASSWORD })
const login = () => app.anonymous.app_auth.login(at, { email, password: PASSWORD })

describe('somebody new', () => {
  test('is signed in by a provider of the app, with what it brings behind the #', async () => {
    await set()
    const location = await signIn()
    expect(location.startsWith(`${HOME}#`)).toBe(true)
    const { access_token = '', ...others } = broughtTo(location)
    expect(others).toEqual({ state: 'mine' })
    const me = await meWith(access_token)
    expect(me).toMatchObject({
      id: expect.stringMatching(/^acc_/),
      email,
      full_name: 'Grace Hopper',
      role: 'user',
    })
    scene.provider.quirks.email = 'married@example.com'
    expect((await meWith(await tokenOf(signIn()))).id).toBe(me.id)
    const entries = (await app.as(owner).audit.list({ limit: 20 })).items
    expect(entries.filter(({ action }) => action === 'app_auth.login').length).toBeGreaterThan(1)
  })

  test('is signed in by GitHub, and by Google at the addresses that existing clients use', async () => {
    await set('github')
    expect(await meWith(await tokenOf(signIn(loginUrl('github'))))).toMatchObject({ email })
    await app.as(owner).app_providers.set({ ...at, provider: 'google' }, OPENID_CLIENT)
    await app.sql`update app_providers set issuer = ${scene.provider.issuer} where provider = 'google'`
    const query = new URLSearchParams({ ...at, from_url: HOME })
    for (const path of ['/api/apps/auth/login', '/api/apps/auth/google/login']) {
      const location = new URL(await signIn(`${app.baseUrl}${path}?${query}`))
      expect(location.hash).toBe('')
      expect(await meWith(location.searchParams.get('access_token') ?? '')).toMatchObject({ email })
    }
  })

  test('stays out of an app that does not take them, until they are invited', async () => {
    at = await appThatIs('private_with_login')
    await set()
    expect(broughtTo(await signIn())).toEqual({ error: 'app_closed', state: 'mine' })
    await app.as(owner).app_users.invite(at, { user_email: email })
    expect(await meWith(await tokenOf(signIn()))).toMatchObject({ email })
  })

  test('and somebody removed is somebody new', async () => {
    await set()
    const me = await meWith(await tokenOf(signIn()))
    await app.as(owner).app_users.remove({ ...at, user_id: me.id })
    expect((await meWith(await tokenOf(signIn()))).id).not.toBe(me.id)
  })
})

describe('an account that exists', () => {
  test('with a verified email is theirs, and keeps its password', { tags: 'slow' }, async () => {
    await set()
    await register()
    const { user } = await app.anonymous.app_auth.verify_otp(at, {
      email,
      otp_code: await mailedCode(app, owner, email),
    })
    expect((await meWith(await tokenOf(signIn()))).id).toBe(user.id)
    await login()
  })

  test('that nobody proved loses its password: a stranger may have sent it', async () => {
    await set()
    await register()
    const otp_code = await mailedCode(app, owner, email)
    await meWith(await tokenOf(signIn()))
    await expect(login()).rejects.toEqual(refusal(401, 'invalid_login'))
    await app.anonymous.app_auth.verify_otp(at, { email, otp_code })
    await expect(login()).rejects.toEqual(refusal(401, 'invalid_login'))
  })

  test('of another subject of the provider is not theirs', async () => {
    await set()
    await signIn()
    scene.provider.quirks.subject = '1'
    expect(broughtTo(await signIn())).toEqual({ error: 'linked_elsewhere', state: 'mine' })
  })

  test('is not reached by the same subject of another client: it may be somebody else there', async () => {
    await set()
    const me = await meWith(await tokenOf(signIn()))
    await app.sql`update app_providers set client_id = 'another' where app_id = ${at.app_id}`
    await set()
    scene.provider.quirks.email = `other-${email}`
    expect((await meWith(await tokenOf(signIn()))).id).not.toBe(me.id)
  })

  test('is reached by several providers of the app', async () => {
    await set()
    await set('github')
    const ids = [await tokenOf(signIn()), await tokenOf(signIn(loginUrl('github')))].map((token) =>
      meWith(token),
    )
    const [first, second] = await Promise.all(ids)
    expect(first?.id).toBe(second?.id)
  })

  test('is not reached with an email that the provider does not call verified', async () => {
    await set()
    scene.provider.quirks.emailVerified = false
    expect(broughtTo(await signIn())).toEqual({ error: 'email_not_verified', state: 'mine' })
  })

  test('of a member of the workspace is never reached by a provider of an app', async () => {
    await set()
    scene.provider.quirks.email = owner.email
    const me = await meWith(await tokenOf(signIn()))
    expect(me.id).not.toBe(owner.id)
    expect(me.role).toBe('user')
  })

  test('keeps to its app: another app with the same provider has another user', async () => {
    await set()
    const other = await appThatIs('public_with_login')
    await set('sso', {}, other)
    const token = await tokenOf(signIn())
    const there = await tokenOf(signIn(loginUrl('sso', { from_url: HOME, state: 'x' }, other)))
    expect((await meWith(there, other)).id).not.toBe((await meWith(token)).id)
    await expect(meWith(token, other)).rejects.toMatchObject({ status: 404 })
  })
})

describe('where people go on to', () => {
  test.each([
    'https://evil.example.com/',
    'https://shop.example.com.evil.example/',
    'https://shop.example.com@evil.example/',
    '//evil.example.com',
    'javascript:alert(1)',
    '/welcome',
    'https://shop.example.com\\@evil.example/',
  ])('is an address of the app only, not %s', async (from_url) => {
    await set()
    const { status, text } = await openBrowser().get(loginUrl('sso', { from_url }))
    const { origin } = new URL(from_url, 'https://shop.example.com')
    // Browsers read a backslash as a slash: what is stored is what they read.
    if (origin === 'https://shop.example.com' && from_url.startsWith('https:')) expect(status).toBe(303)
    else expect([status, JSON.parse(text).code]).toEqual([400, 'address_not_allowed'])
  })

  test('is the app where nothing is named, or a page that we serve for it', async () => {
    await set()
    expect(await signIn(loginUrl('sso', { state: 's' }))).toMatch(
      /^https:\/\/shop\.example\.com\/?#access_token=/,
    )
    const hosted = `${app.baseUrl}/apps-sign-in/${at.app_id}`
    for (const page of ['', '/sign-up', '?from_url=x']) {
      const location = await signIn(loginUrl('sso', { from_url: `${hosted}${page}`, state: 's' }))
      expect(location.startsWith(`${hosted}${page}#access_token=`)).toBe(true)
    }
    const other = `${app.baseUrl}/apps-sign-in/${at.app_id}x`
    expect((await openBrowser().get(loginUrl('sso', { from_url: other }))).status).toBe(400)
  })

  test('is a page of ours when the browser did not start, or comes twice, or to another provider', async () => {
    await set()
    await set('github')
    const browser = openBrowser()
    const callback = await scene.approve(browser, loginUrl())
    const expired = `${app.baseUrl}/sign-in?problem=expired`
    expect((await openBrowser().get(callback)).location).toBe(expired)
    const mixedUp = callback.replace('/auth/sso/', '/auth/github/')
    expect((await browser.get(mixedUp)).location).toBe(expired)
    const answer = await browser.get(callback)
    expect(answer.location).toContain('#access_token=')
    expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
    expect((await browser.get(callback)).location).toBe(expired)
  })

  test('is nowhere once the provider is turned off', async () => {
    await set()
    const browser = openBrowser()
    const callback = await scene.approve(browser, loginUrl())
    await set('sso', { is_enabled: false })
    expect((await browser.get(callback)).location).toBe(`${app.baseUrl}/sign-in?problem=expired`)
    expect((await openBrowser().get(loginUrl())).status).toBe(404)
  })
})

describe('providers of an app', () => {
  test('are shown to visitors by name only, and to editors without their secrets', async () => {
    const stored = await set('okta', { name: ' Okta ' })
    await set('off', { is_enabled: false })
    expect(stored).toEqual({
      ...{ id: 'okta', kind: 'openid', name: 'Okta', issuer: scene.provider.issuer },
      ...{ client_id: OPENID_CLIENT.client_id, has_secret: true, is_enabled: true },
      redirect_uri: `${app.baseUrl}/api/apps/${at.app_id}/auth/okta/callback`,
    })
    const login_url = `${app.baseUrl}/api/apps/${at.app_id}/auth/okta/login`
    const items = [{ id: 'okta', kind: 'openid', name: 'Okta', login_url }]
    expect(await app.anonymous.app_auth.providers(at)).toEqual({ items })
    expect(await app.anonymous.app_auth.providers({ app_id: 'app_unknown' })).toEqual({ items: [] })
    const listed = await app.as(owner).app_providers.list(at)
    expect(listed.items.map(({ id }) => id)).toEqual(['okta', 'off'])
    const [row] = await app.sql<{ client_secret: string }>`
      select client_secret from app_providers where app_id = ${at.app_id} and provider = 'okta'`
    expect(`${JSON.stringify(listed)}${row?.client_secret}`).not.toContain(OPENID_CLIENT.client_secret)
  })

  test('keep their secret only for the same client at the same issuer', async () => {
    await set()
    const { client_id } = OPENID_CLIENT
    expect(await set('sso', { client_secret: undefined, name: 'New name' })).toMatchObject({
      has_secret: true,
    })
    expect(await set('sso', { client_secret: undefined, client_id: 'other' })).toMatchObject({
      has_secret: false,
    })
    await set()
    await app.sql`update app_providers set issuer = 'https://former.example.com' where app_id = ${at.app_id}`
    expect(await set('sso', { client_secret: undefined, client_id })).toMatchObject({ has_secret: false })
    expect(await set('sso', { client_secret: null })).toMatchObject({ has_secret: false })
  })

  test('are five at most next to Google and GitHub, also when they come at once', async () => {
    const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => set(name)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(set('h')).rejects.toEqual(refusal(409, 'too_many_providers'))
    await set('github')
    await set(all[0]?.status === 'fulfilled' ? 'a' : 'g')
  })

  test('need an issuer that answers, and ids that are names', async () => {
    await expect(set('okta', { issuer: undefined })).rejects.toMatchObject(invalidAt('body', 'issuer'))
    await expect(set('okta', { issuer: 'https://a:b@c.example' })).rejects.toMatchObject(
      invalidAt('body', 'issuer'),
    )
    await expect(set('google')).rejects.toMatchObject(invalidAt('body', 'issuer'))
    await expect(set('okta', { issuer: 'http://127.0.0.1:1' })).rejects.toEqual(
      refusal(400, 'provider_unusable'),
    )
    await expect(set('github', { issuer: 'http://10.0.0.1' })).rejects.toEqual(
      refusal(400, 'provider_unusable'),
    )
    await expect(set('Okta!')).rejects.toMatchObject(invalidAt('path', 'provider'))
  })

  test('are set by editors of the app, and gone with their links when they are removed', async () => {
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const stranger = await app.make.person('owner')
    const provider = { ...at, provider: 'sso' }
    for (const [who, refused] of [
      [viewer, refusal(403, 'editor_required')],
      [stranger, refusal(404, 'app_not_found')],
    ] as const) {
      await expect(app.as(who).app_providers.list(at)).rejects.toEqual(refused)
      await expect(app.as(who).app_providers.set(provider, OPENID_CLIENT)).rejects.toEqual(refused)
      await expect(app.as(who).app_providers.remove(provider)).rejects.toEqual(refused)
    }
    await set()
    const token = await tokenOf(signIn())
    await app.as(owner).app_providers.remove(provider)
    await expect(app.as(owner).app_providers.remove(provider)).rejects.toEqual(
      refusal(404, 'provider_not_found'),
    )
    await meWith(token) // they keep their account
    expect(await app.sql`select from app_user_identities where app_id = ${at.app_id}`).toEqual([])
    for (const path of [loginUrl(), `${app.baseUrl}/api/apps/auth/sso/login?app_id=${at.app_id}`]) {
      expect((await openBrowser().get(path)).status).toBe(404)
    }
    expect((await openBrowser().get(`${app.baseUrl}/api/apps/auth/login?app_id=${at.app_id}`)).status).toBe(
      404,
    )
  })

  test('that stop answering are said so', async () => {
    for (const provider of ['google', 'sso']) {
      if (provider === 'sso') await set()
      else await app.as(owner).app_providers.set({ ...at, provider }, OPENID_CLIENT)
    }
    await app.sql`update app_providers set issuer = 'http://127.0.0.1:1' where app_id = ${at.app_id}`
    const query = `app_id=${at.app_id}&from_url=${encodeURIComponent(HOME)}`
    for (const path of [
      loginUrl(),
      `${app.baseUrl}/api/apps/auth/sso/login?${query}`,
      `${app.baseUrl}/api/apps/auth/login?${query}`,
    ]) {
      expect(JSON.parse((await openBrowser().get(path)).text).code).toBe('provider_unusable')
    }
    const evil = 'from_url=https%3A%2F%2Fevil.example'
    for (const path of ['/api/apps/auth/sso/login', '/api/apps/auth/login']) {
      const { text } = await openBrowser().get(`${app.baseUrl}${path}?app_id=${at.app_id}&${evil}`)
      expect(JSON.parse(text).code).toBe('address_not_allowed')
    }
  })
})
