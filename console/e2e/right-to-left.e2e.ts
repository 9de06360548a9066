/** No language of the console is written from right to left yet; its pages are laid out so that one could be. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleForFile, expectNoSidewaysScroll, goTo, PHONE, screenshot } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })

const PAGES = {
  home: '',
  apps: '/apps',
  members: '/members',
  data: '/apps/app_demo_orders/entities/Order',
  schema: '/apps/app_demo_orders/entity-schemas/Order',
  workflows: '/apps/app_demo_storefront/workflows',
  security: '/apps/app_demo_storefront/security',
  webhooks: '/apps/app_demo_orders/webhooks',
  settings: '/apps/app_demo_orders/settings',
}

async function show(page: Page, path: string) {
  await goTo(page, `/w/${atrium.workspaceId}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
}

async function edges(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the page`)
  return { left: box.x, right: box.x + box.width }
}

test('read from the right, every part stands on the other side and nothing is cut off', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}`)
  for (const [name, path] of Object.entries(PAGES)) {
    await show(page, path)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `rtl-${name}`)
    const main = await edges(page, 'main')
    const side = await edges(page, 'nav')
    expect(side.left, name).toBeGreaterThanOrEqual(main.right)
  }
})

test('so it is on a phone, with the navigation coming from the right', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}`, PHONE)
  for (const [name, path] of Object.entries(PAGES)) {
    await show(page, path)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `rtl-phone-${name}`)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await drawer.getByRole('link').first().waitFor()
  const { width = 0 } = page.viewportSize() ?? {}
  const box = await drawer.boundingBox()
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(width)
  await screenshot(page, 'rtl-phone-navigation')
})
