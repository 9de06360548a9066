/** The providers by which people sign in: of a workspace with its domains, and of an app. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  OPENID_CLIENT,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../server/src/ports/openid/test/openid-provider.ts'
import { useStarted as startForFile } from '../../server/test/use-started.ts'
import { expectAccessible } from './accessibility.ts'
import { select } from './act.ts'
import {
  eventually,
  expectNoComplaints,
  expectNoSidewaysScroll,
  heading,
  openAs,
  PHONE,
  screenshot,
  startConsole,
  toast,
} from './console.ts'

const DOMAIN = 'engines.example'
/** What the domain name system says. */
const records = new Map<string, string[]>()
const atrium = startForFile(() =>
  startConsole(
    { rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] },
    { domainProofs: { texts: async (name) => records.get(name) ?? [], file: async () => null } },
  ),
)
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
})
afterAll(() => provider?.close())
// A record that is missing, an issuer that does not answer, and visitors who are nobody yet.
afterEach(() => expectNoComplaints(atrium, /status of (400|401|409)/))

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = async (page: Page, fields: Record<string, string>) => {
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields))
    await dialog
      .locator('input, textarea')
      .and(dialog.getByLabel(new RegExp(`^${label}`)))
      .fill(text)
}
const workspacePage = () => `/w/${atrium.workspaceId}/settings/sign-in`
const appPage = () => `/w/${atrium.workspaceId}/apps/app_demo_orders/users/sign-in-providers`

/** Nothing is out of reach, also on a phone. */
async function look(page: Page, name: string) {
  // A dialog closes a moment after what it saved is announced.
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, `light-${name}`)
  const phone = await atrium.open(new URL(page.url()).pathname, PHONE)
  await phone.getByRole('heading', { level: 1 }).waitFor()
  await expectNoSidewaysScroll(phone)
  await screenshot(phone, `phone-${name}`)
}

test('an editor of the workspace is not shown its provider', async () => {
  const editor = await atrium.app.make.person('editor', { id: atrium.workspaceId })
  const page = await openAs(atrium, editor, workspacePage())
  await page.getByRole('heading', { name: 'For owners and admins' }).waitFor()
  await expectAccessible(page)
})

test('a workspace sets its provider, proves a domain, its people sign in by it, and it is removed', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/settings`, { colorScheme: 'light' })
  await press(page, 'Sign-in provider')
  await heading(page, 'Sign-in provider')
  await page.getByText(`${atrium.app.baseUrl}/api/auth/openid/${atrium.workspaceId}/callback`).waitFor()
  await expectAccessible(page)

  await press(page, 'Set up provider')
  const { client_id, client_secret } = OPENID_CLIENT
  await fill(page, {
    Name: 'Engines',
    Issuer: 'http://127.0.0.1:1',
    'Client id': client_id,
    'Client secret': client_secret,
    Domains: DOMAIN,
  })
  await page.getByText('New people join by signing in').click()
  await select(page, /They join as$/, 'Guest')
  await expectAccessible(page)
  await screenshot(page, 'light-set-sign-in-provider')
  await press(page, 'Save provider')
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
  await fill(page, { Issuer: provider.issuer })
  await press(page, 'Save provider')
  await toast(page, 'Sign-in provider saved')
  await page.getByText('Join as Guest').waitFor()
  expect(await page.content()).not.toContain(client_secret)

  await press(page, `Verify ${DOMAIN}`)
  await page.getByRole('alert').filter({ hasText: 'The TXT record was not found' }).waitFor()
  await expectAccessible(page)
  const { token } = await atrium.app.anonymous.session.create(atrium)
  const openid = atrium.app.as(token).workspace_openid
  const [proof] = (await openid.read({ workspaceId: atrium.workspaceId })).domains
  if (!proof) throw new Error('the domain was not stored')
  await page.getByText(proof.record_name, { exact: true }).waitFor()
  await page.getByText(proof.record_value, { exact: true }).waitFor()
  records.set(proof.record_name, [proof.record_value])
  await press(page, `Verify ${DOMAIN}`)
  await toast(page, `${DOMAIN} is verified`)
  await page.getByText('Verified', { exact: true }).waitFor()
  await look(page, 'workspace-sign-in-provider')

  // The secret stays with its client when it is not typed again.
  await press(page, 'Change provider')
  await fill(page, { Name: 'Engines and sons' })
  await press(page, 'Save provider')
  await page.getByText('Engines and sons').waitFor()

  provider.quirks.email = `grace@${DOMAIN}`
  const visitor = await atrium.visit('/sign-in', { colorScheme: 'light' })
  await visitor.getByLabel('Email').fill(`grace@${DOMAIN}`)
  await screenshot(visitor, 'light-continue-with-company')
  await press(visitor, 'Continue with your company')
  await eventually(() => new URL(visitor.url()).pathname).not.toBe('/sign-in')
  await visitor.getByRole('button', { name: /^Account:/ }).waitFor()
  const me = await visitor.request.get('/api/auth/me')
  expect(await me.json()).toMatchObject({
    email: `grace@${DOMAIN}`,
    workspaces: [{ id: atrium.workspaceId, user_role: 'guest' }],
  })

  await press(page, 'Remove provider')
  await press(page, 'Remove it')
  await toast(page, 'Sign-in provider removed')
  await page.getByRole('button', { name: 'Set up provider' }).waitFor()
  expect(await openid.read({ workspaceId: atrium.workspaceId })).toMatchObject({ provider: null })
})

test('an app gets Google and a provider of its own, changes one, and removes it', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/app_demo_orders/users`, {
    colorScheme: 'light',
  })
  await press(page, 'Sign-in providers')
  await page.waitForURL(`**${appPage()}`)
  await page.getByRole('heading', { name: 'No providers yet' }).waitFor()
  await expectAccessible(page)

  const callback = (id: string) => `${atrium.app.baseUrl}/api/apps/app_demo_orders/auth/${id}/callback`
  await press(page, 'Add provider')
  await page.getByRole('dialog').getByText(callback('google')).waitFor()
  await fill(page, { 'Client id': '42.apps.example.com', 'Client secret': 'a secret' })
  await press(page, 'Save provider')
  await toast(page, 'Google saved')

  await press(page, 'Add provider')
  await select(page, /Provider$/, 'Another provider')
  await fill(page, { Id: 'google' })
  await page.getByRole('dialog').getByLabel('Client id').fill(OPENID_CLIENT.client_id)
  await press(page, 'Save provider')
  await page.getByText('There is one with this id.').waitFor()
  await fill(page, { Id: 'engines', Name: 'Engines', Issuer: provider.issuer })
  await page.getByRole('dialog').getByText(callback('engines')).waitFor()
  await expectAccessible(page)
  await screenshot(page, 'light-set-app-provider')
  await press(page, 'Save provider')
  await toast(page, 'Engines saved')
  const list = page.getByRole('list', { name: 'Sign-in providers' })
  await list.getByText(callback('engines')).waitFor()
  await list.getByText('No secret').waitFor()
  await look(page, 'app-sign-in-providers')

  await press(page, 'Change Google')
  await page.getByText('People can sign in by it').click()
  await press(page, 'Save provider')
  await list.getByText('Off', { exact: true }).waitFor()
  const { items } = await atrium.app.anonymous.app_auth.providers({ app_id: 'app_demo_orders' })
  expect(items.map(({ id }) => id)).toEqual(['engines'])

  await press(page, 'Remove Engines')
  await press(page, 'Remove provider')
  await toast(page, 'Engines removed')
  await eventually(() => list.getByRole('listitem').count()).toBe(1)
})

test('a person signs in to an app by its provider, or reads why not', async () => {
  const { token } = await atrium.app.anonymous.session.create(atrium)
  const owner = atrium.app.as(token)
  const { id: app_id } = await owner.apps.create({ name: 'Club', public_settings: 'public_with_login' })
  await owner.app_providers.set(
    { app_id, provider: 'engines' },
    { name: 'Engines', issuer: provider.issuer, ...OPENID_CLIENT },
  )
  provider.quirks.email = `mary@${DOMAIN}`
  provider.quirks.subject = 'mary'
  const page = await atrium.visit(`/apps-sign-in/${app_id}`)
  provider.quirks.decision = 'refuse'
  await press(page, 'Sign in with Engines')
  await heading(page, 'You are not signed in')
  await page.getByText('You did not agree at the provider').waitFor()
  await expectAccessible(page)
  const again = async () => {
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await press(page, 'Sign in with Engines')
  }
  provider.quirks.decision = 'approve'
  provider.quirks.emailVerified = false
  await again()
  await page.getByText('does not say that your email is verified').waitFor()
  provider.quirks.emailVerified = true
  await again()
  await heading(page, 'You are signed in')
  expect(page.url()).not.toContain('token')
  const { items } = await owner.app_users.list({ app_id })
  expect(items).toMatchObject([{ email: `mary@${DOMAIN}` }])
})
