import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ANYTHING, consoleForFile, eventually, expectNoComplaints, navigate } from './console.ts'
import { openPages, workspacePages } from './console-pages.ts'
import { expectPages, MANY_PAGES } from './page-pass.ts'

const atrium = consoleForFile({}, ANYTHING)

test('pages of the workspace are accessible and look as they did', MANY_PAGES, async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/app_demo_orders`)
  await expectPages(page, workspacePages(atrium.workspaceId))
  expectNoComplaints(atrium)
})

test('pages open to anonymous visitors are accessible and look as they did', MANY_PAGES, async () => {
  const api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
  const shop = await api.apps.create({ name: 'Shop', public_settings: 'public_with_login' })
  atrium.complaints()
  const page = await atrium.visit('about:blank')
  await expectPages(page, openPages(shop.id), showOpenPage)
  // Guides ask who reads them.
  expectNoComplaints(atrium, /status of 401 .*\/api\/auth\/me$/)
})

test('the policy of the console allows nothing inline', async () => {
  const page = await atrium.visit('/sign-in')
  const answer = await page.request.get('/sign-in', { headers: { accept: 'text/html' } })
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
})

/** The sign-in pages of apps are not of the console, and a fragment is read when a page loads. */
async function showOpenPage(page: Page, path: string): Promise<void> {
  if (path.startsWith('/apps-sign-in') || path.includes('#') || page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  const before = await page.title()
  await navigate(page, path)
  await eventually(() => page.title()).not.toBe(before)
}
