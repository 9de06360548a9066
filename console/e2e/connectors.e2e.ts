/** An app is connected to the sandbox: approved, refused, tested, with other scopes, ended. */
import { describe, expect, test } from 'vitest'
import { choose, click } from './act.ts'
import {
  atHome,
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  heading,
  PHONE,
  screenshot,
  signIn,
  toast,
} from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /status of (401|404|409|422) /)
const APP = 'app_demo_storefront'
const path = (app = APP) => `/w/${atrium.workspaceId}/apps/${app}/connectors`

describe('connecting the sandbox', () => {
  test('is approved on its page, tested and ended', async () => {
    const page = await atrium.open(path(), { viewport: { width: 1280, height: 900 } })
    await page.getByLabel('Search services').fill('sandbox')
    await page.waitForURL(/search=sandbox/)
    await page.getByRole('button', { name: 'Connect Sandbox' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.locator('input[name^="config."]').first()

    // What does not fit is said when the field is left.
    await field.fill('No!')
    await field.press('Tab')
    await eventually(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('acme')
    await screenshot(page, 'connect-dialog')
    const [consent] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Connect', exact: true }).click(),
    ])
    await dialog.getByText('Waiting for your approval').waitFor()
    await heading(consent, 'Let the app into the sandbox?')
    await consent.getByText('the account acme').waitFor()
    await screenshot(consent, 'sandbox-consent')
    await consent.getByRole('button', { name: 'Approve' }).click()
    await toast(page, / connected$/)
    await page.getByRole('article').getByText('Active').waitFor()
    await screenshot(page, 'connected')

    await page.getByRole('button', { name: /^Test / }).click()
    await toast(page, / works/)
    // Calls are written a moment later, several at once.
    const calls = page.getByRole('link', { name: /^\d+ calls?$/ })
    await eventually(async () => {
      await page.reload()
      await page.getByRole('article').waitFor()
      return calls.count()
    }).toBe(1)
    await calls.click()
    await page.getByRole('table', { name: 'Calls' }).getByText('/me').first().waitFor()
    await screenshot(page, 'connector-calls')
    await page.goBack()

    await choose(/^Actions for /, 'Disconnect')(page)
    await click('button', 'Disconnect')(page)
    await toast(page, / disconnected$/)
    await page.getByRole('article').getByText('Disconnected').waitFor()
    await choose(/^Actions for /, 'Remove')(page)
    await click('button', 'Remove connection')(page)
    await toast(page, / removed$/)
    await page.getByText('None yet.').waitFor()
  })

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
