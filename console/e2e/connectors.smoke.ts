import { test } from 'vitest'
import { choose, click } from './act.ts'
import { eventually, heading, screenshot, sharedConsole, toast } from './console.ts'

const atrium = sharedConsole(/status of (404|409|422) /)

async function countCalls(): Promise<number> {
  const [row] = await atrium.app.sql<{ calls: number }>`
    select count(*)::int calls from connector_calls where app_id = 'app_demo_storefront'`
  return row?.calls ?? 0
}

test('a connection to the sandbox is approved on its page, tested, ended and removed', async () => {
  const connectors = `/w/${atrium.workspaceId}/apps/app_demo_storefront/connectors`
  const page = await atrium.open(connectors)
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

  const before = await countCalls()
  await page.getByRole('button', { name: /^Test / }).click()
  await toast(page, / works/)
  // Calls are written a moment later, several at once.
  await eventually(countCalls).toBeGreaterThan(before)
  await page.reload()
  const calls = page.getByRole('link', { name: /^\d+ calls?$/ })
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
