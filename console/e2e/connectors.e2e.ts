/** An app is connected to the sandbox: approved, refused, tested, with other scopes, ended. */
import { describe, expect, test } from 'vitest'
import {
  atHome,
  consoleForFile,
  expectNoSidewaysScroll,
  heading,
  PHONE,
  screenshot,
  signIn,
} from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /status of (401|404|409|422) /)
const APP = 'app_demo_storefront'
const path = (app = APP) => `/w/${atrium.workspaceId}/apps/${app}/connectors`

describe('connecting the sandbox', () => {
  test('that is refused says so, and can be started again', async () => {
    const { token } = await atrium.app.anonymous.session.create(atrium)
    const { id } = await atrium.app.as(token).apps.create({ name: 'Refused' })
    const page = await atrium.open(path(id), PHONE)
    await page.getByRole('button', { name: 'Connect Sandbox' }).click()
    await screenshot(page, 'phone-connect')
    await page.locator('input[name^="config."]').first().fill('acme')
    const [consent] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click(),
    ])
    await screenshot(consent, 'phone-sandbox-consent')
    await consent.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('alert').getByText('was not connected').waitFor()
    await screenshot(page, 'phone-connect-refused')
    await page.getByRole('button', { name: 'Start again' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.locator('input[name^="config."]').first().inputValue()).toBe('acme')
    await expectNoSidewaysScroll(page)
  })
})

test('the callback asks to sign in first and then goes on, never elsewhere', async () => {
  const page = await atrium.visit('/sign-in?then=https://elsewhere.test/')
  await signIn(page, atrium)
  await atHome(page)
  const other = await atrium.visit(
    `/sign-in?then=${encodeURIComponent('/api/external-auth/callback?state=x')}`,
  )
  await signIn(other, atrium)
  await heading(other, 'Unknown link')
  await screenshot(other, 'connected-unknown')
})
