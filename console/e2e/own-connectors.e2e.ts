/** What a workspace adds to the services: a connector by hand and from a description, and a client id. */
import { expect, test } from 'vitest'
import { click, select } from './act.ts'
import { consoleForFile, goTo, heading, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /status of 422 /)
const BY_HAND = {
  Description: 'Orders of our own system',
  'Address of its documentation': 'https://erp.example.com/docs',
  'Base address': 'https://erp.example.com/api',
  'Its path': '/me',
}
const own = () => `/w/${atrium.workspaceId}/connectors`
const gallery = () => `/w/${atrium.workspaceId}/apps/app_demo_storefront/connectors`

test('a connector filled in by hand is in the gallery of apps, is changed and deleted', async () => {
  const page = await atrium.open(own())
  await click('button', 'New connector')(page)
  await click('button', 'Fill in by hand')(page)
  await page.getByLabel('Name', { exact: true }).fill('Acme Stock')
  for (const [label, text] of Object.entries(BY_HAND)) await page.getByLabel(label).first().fill(text)
  await click('button', 'Add connector')(page)
  await toast(page, 'Acme Stock added')
  const table = page.getByRole('table', { name: 'Own connectors' })
  await table.getByRole('link', { name: 'Acme Stock' }).waitFor()

  await goTo(page, gallery())
  const services = page.getByRole('list', { name: 'Services' })
  const card = services.getByRole('listitem').filter({ hasText: 'Acme Stock' })
  await card.getByText('Own', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Connect Acme Stock' }).click()
  await page.getByRole('dialog').getByLabel('API key').waitFor()
  await click('button', 'Cancel')(page)

  await goTo(page, own())
  await table.getByRole('link', { name: 'Acme Stock' }).click()
  await heading(page, 'Acme Stock')
  await page.getByLabel('Description').first().fill('What lies in the stores')
  await click('button', 'Save connector')(page)
  await toast(page, 'Acme Stock saved')
  await table.getByText('What lies in the stores').waitFor()
  await click('button', 'Delete Acme Stock')(page)
  await page.getByRole('button', { name: 'Delete connector' }).click()
  await toast(page, /Acme Stock/)
  await expect.poll(() => table.getByText('Acme Stock').count()).toBe(0)
})

test('a connector begins as its OpenAPI description says, and what is wrong is said at its place', async () => {
  const page = await atrium.open(`${own()}/new`)
  await page.getByLabel('Or paste it').fill('openapi: 3.1.0')
  await click('button', 'Read it')(page)
  await page.getByRole('alert').getByText('This is YAML').waitFor()
  await page.getByLabel('Or paste it').fill(JSON.stringify(DESCRIPTION))
  await click('button', 'Read it')(page)
  const name = page.getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Tides')
  expect(await page.getByLabel('Base address').inputValue()).toBe('https://tides.example.com/v2')
  await screenshot(page, 'own-connector-draft')

  await page.getByLabel('Base address').fill('https://localhost/v2')
  await click('button', 'Add connector')(page)
  await page.getByText('It was not saved').waitFor()
  expect(await page.getByLabel('Base address').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Base address').fill('https://tides.example.com/v2')
  await click('button', 'Add connector')(page)
  await toast(page, 'Tides added')
})

test('a client id lets apps be connected; the page of the service is one click away', async () => {
  const page = await atrium.open(`${own()}/client-ids`)
  await click('button', 'Add a client id')(page)
  const dialog = page.getByRole('dialog')
  await select(page, /Service/, 'Slack')
  const link = dialog.getByRole('link', { name: 'Register with Slack' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/[^/]*slack\.com\//)
  await dialog.getByLabel('Client id', { exact: true }).fill('1234.5678')
  await dialog.getByLabel('Client secret').fill('shh')
  await screenshot(page, 'client-id')
  await dialog.getByRole('button', { name: 'Save client id' }).click()
  await toast(page, /Client id of .+ saved/)
  await page.getByRole('table', { name: 'Client ids' }).getByText('1234.5678').waitFor()

  await goTo(page, gallery())
  await page.getByRole('button', { name: 'Connect Slack' }).waitFor()

  await goTo(page, `${own()}/client-ids`)
  await click('button', 'Delete the client id of Slack')(page)
  await click('button', 'Delete client id')(page)
  await toast(page, 'Client id of Slack deleted')
  await page.getByText('No client ids yet').waitFor()
})

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Tides', version: '2', description: 'When the water is high.' },
  servers: [{ url: 'https://tides.example.com/v2' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths: { '/me': { get: { responses: { 200: { description: 'Who asks' } } } } },
}
