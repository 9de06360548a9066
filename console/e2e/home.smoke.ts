import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { atHome, eventually, heading, screenshot, sharedConsole } from './console.ts'

const atrium = sharedConsole()
const at = (path = '') => `/w/${atrium.workspaceId}${path}`
const SHOP = '/apps/app_demo_storefront'
const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}`) })

test('the home page shows figures that link to their pages and the apps used last', async () => {
  const page = await atrium.open(at(`${SHOP}/settings`))
  await heading(page, 'Storefront')
  const counts = { critical: 0, warning: 0, info: 0 }
  await page.route('**/api/workspace/attention**', (route) =>
    route.fulfill({ json: { items: [], next_cursor: null, has_more: false, counts } }),
  )
  await page.goto('/')
  await heading(page, 'Harbour & Pine')
  await page.getByText('Nothing needs you right now.').waitFor()
  const recent = page.getByRole('list', { name: 'Recently used' }).getByRole('link')
  await recent.first().waitFor()
  expect(await recent.first().innerText()).toContain('Storefront')
  await tile(page, 'Failed runs').waitFor()
  await page.getByText('Today is not over yet.').waitFor()
  expect(await tile(page, 'Ad spend').innerText()).toContain('Sandbox')
  // Today is drawn apart.
  expect(await page.locator('path[data-open]').count()).toBeGreaterThan(0)
  await screenshot(page, 'home')
  await page.getByRole('button', { name: /Days/ }).click()
  await page.getByRole('menuitem', { name: 'Last 30 days' }).click()
  await page.waitForURL(/days=30/)
  await tile(page, 'Credits used').click()
  await page.waitForURL(/members\/credits/)
})

test('an app is created from a template, and its first steps show what is done', async () => {
  const page = await atrium.open()
  await page.getByRole('button', { name: 'New app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lamp shop')
  await dialog.getByRole('button', { name: /Start from/ }).click()
  await page.getByRole('option', { name: /^Shop/ }).click()
  await screenshot(page, 'new-app-template')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Lamp shop')
  await page.getByText('3 of 5 done').waitFor()
  const steps = page.getByRole('list', { name: 'First steps' })
  await steps.getByText('Make an entity, done').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'first-steps')
  await steps.getByRole('link', { name: 'New webhook' }).click()
  await page.waitForURL(/\/webhooks$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Put the first steps away' }).click()
  await eventually(() => steps.count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Figures' }).waitFor()
  await atHome(page)
  expect(await steps.count()).toBe(0)
})
