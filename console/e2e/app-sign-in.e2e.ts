/** The sign-in pages of an app without pages of its own, as its users go through them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import {
  ANYTHING,
  consoleForFile,
  eventually,
  expectNoComplaints,
  expectNoSidewaysScroll,
  heading,
  PHONE,
  screenshot,
} from './console.ts'

const PASSWORD = 'correct horse battery staple'
const atrium = consoleForFile({ rate_limits: 'off' }, ANYTHING)
let owner: ReturnType<typeof atrium.app.as>
let shop: Server
/** Where the app is; it notes what it is asked for. */
let home: string
const asked: { url: string; referer: string | undefined }[] = []
let at: { app_id: string }
let people = 0
let email: string

beforeAll(async () => {
  owner = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
  shop = createServer(({ url = '', headers }, response) => {
    if (!url.startsWith('/favicon')) asked.push({ url, referer: headers.referer })
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><h1>The shop</h1>')
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  home = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(() => void shop.close())
beforeEach(async () => {
  at = { app_id: (await owner.apps.create({ name: 'Shop', public_settings: 'public_with_login' })).id }
  email = `grace${++people}@example.com`
  asked.length = 0
})

const path = (page = '', query = '') => `/apps-sign-in/${at.app_id}${page && `/${page}`}${query}`
async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function mailed(pattern: RegExp): Promise<string> {
  let found: string | undefined
  await eventually(async () => {
    await atrium.app.atrium.jobs.drain()
    const { items } = await owner.mail.list({ limit: 100 })
    found = pattern.exec(items.find(({ to }) => to === email)?.text ?? '')?.[1]
    return found
  }).toBeDefined()
  return found ?? ''
}
const mailedLink = async () => new URL(await mailed(/(https?:\/\/\S+#token=\S+)/))
const localPath = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`
const register = () => atrium.app.anonymous.app_auth.register(at, { email, password: PASSWORD })
async function signedUp() {
  await register()
  const otp_code = await mailed(/\b(\d{6})\b/)
  await atrium.app.anonymous.app_auth.verify_otp(at, { email, otp_code })
}
const allowHome = () => owner.sign_in_settings.update(at, { allowed_origins: [home], allow_localhost: true })
const from = (url = `${home}/cart`, more = '') => `?from_url=${encodeURIComponent(url)}${more}`

describe('a person', () => {
  test('signs up with the code that is mailed', async () => {
    const page = await atrium.visit(path())
    await heading(page, 'Sign in to Shop')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await heading(page, 'Sign up for Shop')
    await fill(page, { Email: email, Password: PASSWORD })
    await press(page, 'Sign up')
    await heading(page, 'Enter the code')
    await fill(page, { Code: '000' })
    await press(page, 'Go on')
    await page.getByRole('alert').filter({ hasText: 'This code is wrong' }).waitFor()
    await press(page, 'Send a new code')
    await page.getByText('A new code is on its way').waitFor()
    await fill(page, { Code: await mailed(/\b(\d{6})\b/) })
    await press(page, 'Go on')
    await heading(page, 'You are signed in')
    await page.getByText(email).waitFor()
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'aps_',
    )
  })

  test('signs in, and is led to the code while the email is not proved', async () => {
    await register()
    const page = await atrium.visit(path())
    await fill(page, { Email: email, Password: 'wrong password' })
    await press(page, 'Sign in')
    await page.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor()
    await fill(page, { Password: PASSWORD })
    await press(page, 'Sign in')
    await heading(page, 'Enter the code')
    await fill(page, { Code: await mailed(/\b(\d{6})\b/) })
    await press(page, 'Go on')
    await heading(page, 'You are signed in')
    await page.goto(path())
    await fill(page, { Email: email, Password: PASSWORD })
    await press(page, 'Sign in')
    await heading(page, 'You are signed in')
  })

  test('sets a new password with a mailed link, which works once', async () => {
    await signedUp()
    const page = await atrium.visit(path())
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await fill(page, { Email: email })
    await press(page, 'Email me a link')
    await heading(page, 'Look into your mailbox')
    const link = localPath(await mailedLink())
    await page.goto(link)
    await heading(page, 'Choose a new password')
    await page.getByText(email).waitFor()
    await fill(page, { 'New password': 'password1' })
    await press(page, 'Change password')
    await page
      .getByText(/common/)
      .first()
      .waitFor()
    await fill(page, { 'New password': 'better horse battery' })
    await press(page, 'Change password')
    await page.getByText('Your password is changed').waitFor()
    await fill(page, { Email: email, Password: 'better horse battery' })
    await press(page, 'Sign in')
    await heading(page, 'You are signed in')
    const again = await atrium.visit(link)
    await heading(again, 'This link does not work any more')
  })

  test('signs in by a link that names them, is used by a press alone, and once', async () => {
    const page = await atrium.visit(path())
    await page.getByRole('link', { name: 'Email me a link to sign in' }).click()
    await fill(page, { Email: email })
    await press(page, 'Email me a link')
    await heading(page, 'Look into your mailbox')
    const link = localPath(await mailedLink())
    // A program that looks at mail opens it, runs its scripts, and uses nothing up.
    for (let n = 0; n < 2; n++) await page.goto(link)
    await page.getByText(email).waitFor()
    const other = await atrium.visit(link)
    await heading(other, 'Sign in to Shop')
    await press(page, 'Sign in')
    await heading(page, 'You are signed in')
    await press(other, 'Sign in')
    await other.getByRole('alert').filter({ hasText: 'This link is used or expired' }).waitFor()
  })

  test('joins an app that takes only the invited, and others see nothing of it', async () => {
    await owner.apps.update(at, { public_settings: 'private_with_login' })
    await owner.app_users.invite(at, { user_email: email })
    const page = await atrium.visit(localPath(await mailedLink()))
    await heading(page, 'Join Shop')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await fill(page, { Password: PASSWORD })
    await press(page, 'Sign up')
    await fill(page, { Code: await mailed(/\b(\d{6})\b/) })
    await press(page, 'Go on')
    await heading(page, 'You are signed in')

    const shown = async (address: string) => {
      const stranger = await atrium.visit(address)
      await stranger.getByRole('heading', { level: 1 }).waitFor()
      const text = await stranger.locator('body').innerText()
      return `${await stranger.title()} ${text}`
    }
    for (const name of [
      '',
      'sign-up',
      'email-link',
      'forgot-password',
      'invitation#token=x',
      'magic-link#token=x',
    ]) {
      const text = await shown(path(name))
      expect(text).not.toContain('Shop')
      expect(text).toBe(await shown(path(name).replace(at.app_id, 'app_unknown')))
    }
  })
})

describe('the way back', () => {
  const signIn = async (page: Page) => {
    await fill(page, { Email: email, Password: PASSWORD })
    await press(page, 'Sign in')
  }
  beforeEach(signedUp)

  test('leads to the app with the token behind the #, and the page is not in the history', async () => {
    await allowHome()
    const page = await atrium.visit(path('', from(`${home}/cart`, '&state=abc')))
    await signIn(page)
    await page.waitForURL(/\/cart#access_token=/)
    const brought = new URLSearchParams(new URL(page.url()).hash.slice(1))
    expect(brought.get('state')).toBe('abc')
    const token = brought.get('access_token') ?? ''
    expect(await atrium.app.as(token).users.me(at)).toMatchObject({ email })
    expect(asked).toEqual([{ url: '/cart', referer: undefined }])
  })

  test('leads with the token in the query where the app sent no state', async () => {
    await allowHome()
    const page = await atrium.visit(path('', from()))
    await signIn(page)
    await page.waitForURL(/access_token=aps_/)
    expect(new URL(page.url()).origin).toBe(home)
    expect(asked[0]?.referer).toBeUndefined()
  })

  test('of a mailed link keeps the state in the same browser', async () => {
    await allowHome()
    const page = await atrium.visit(path('email-link', from(`${home}/cart`, '&state=abc')))
    await fill(page, { Email: email })
    await press(page, 'Email me a link')
    await heading(page, 'Look into your mailbox')
    await page.goto(localPath(await mailedLink()))
    await press(page, 'Sign in')
    await page.waitForURL(/#access_token=aps_.*&state=abc/)
  })

  test.each([
    'https://evil.test/',
    '//evil.test',
    '\\\\evil.test',
    'javascript:alert(document.domain)',
    'data:text/html,evil',
    '/somewhere',
  ])('never leads to %s', async (evil) => {
    await allowHome()
    const page = await atrium.visit(path('', from(evil)))
    const left: string[] = []
    page.on('request', (request) => left.push(new URL(request.url()).host))
    await signIn(page)
    await heading(page, 'You are signed in')
    expect(new URL(page.url()).pathname).toBe(path('signed-in'))
    expect(new Set(left)).toEqual(new Set([new URL(atrium.app.baseUrl).host]))
  })

  test('goes without the cookie of the console', async () => {
    const page = await atrium.open(path())
    const cookies: (string | undefined)[] = []
    page.on('request', async (request) => {
      if (request.url().includes('/api/')) cookies.push((await request.allHeaders()).cookie)
    })
    await signIn(page)
    await heading(page, 'You are signed in')
    expect(cookies.length).toBeGreaterThan(1)
    expect(cookies.filter(Boolean)).toEqual([])
  })
})

test('a browser that wants German gets German, also of refusals', async () => {
  const page = await atrium.visit(path('sign-up'), { locale: 'de-AT' })
  await heading(page, 'Registrieren bei Shop')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await fill(page, { 'E-Mail': email, Passwort: 'password1' })
  await press(page, 'Registrieren')
  await page.getByText('Dies ist eines der 10.000 häufigsten Passwörter.').waitFor()
  await page.getByRole('link', { name: 'Anmelden' }).click()
  await heading(page, 'Anmelden bei Shop')
  await fill(page, { 'E-Mail': email, Passwort: PASSWORD })
  await press(page, 'Anmelden')
  const alert = page.getByRole('alert').filter({ hasText: 'E-Mail-Adresse oder Passwort ist falsch.' })
  await alert.getByText(/^Anfrage req_/).waitFor()
  await alert.getByText('Anmeldung fehlgeschlagen').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'light-app-german')
  // From right to left it still fits, and nothing is cut off.
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'))
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'light-app-right-to-left')
})

test('the pages cannot be framed, load nothing foreign and send no referrer', async () => {
  const { headers } = await fetch(`${atrium.app.baseUrl}${path()}`, { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of [
    "frame-ancestors 'none'",
    "script-src 'self'",
    "default-src 'self'",
    "form-action 'self'",
  ])
    expect(policy).toContain(part)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

test('every page fits a phone and the dark, and nothing in it keeps somebody out', {
  timeout: 400_000,
}, async () => {
  await owner.apps.update(at, { name: 'Hanami Papierhandel & Söhne, Versand und Ladengeschäft' })
  await signedUp()
  await atrium.app.anonymous.app_auth.request_magic_link(at, { email })
  const magic = localPath(await mailedLink())
  await atrium.app.anonymous.app_auth.reset_password_request(at, { email })
  await eventually(async () => (await mailedLink()).pathname).toContain('reset-password')
  const reset = localPath(await mailedLink())
  email = `invited${people}@example.com`
  await owner.app_users.invite(at, { user_email: email })
  const looks: [string, string][] = [
    ['sign-in', path()],
    ['sign-up', path('sign-up')],
    ['email-link', path('email-link')],
    ['forgot-password', path('forgot-password')],
    ['magic-link', magic],
    ['reset-password', reset],
    ['invitation', localPath(await mailedLink())],
    ['dead-link', path('magic-link', '#token=x')],
    ['signed-in', path('signed-in')],
    ['neutral', '/apps-sign-in/app_unknown'],
    ['by-invitation', '/apps-sign-in/app_unknown/sign-up'],
  ]
  for (const [device, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', PHONE],
  ] as const) {
    const page = await atrium.visit(path(), options)
    for (const [name, address] of looks) {
      await page.goto('about:blank')
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectNoSidewaysScroll(page)
      if (device !== 'phone') await expectAccessible(page)
      await screenshot(page, `${device}-app-${name}`)
    }
  }
  expectNoComplaints(atrium)
})
