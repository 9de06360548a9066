import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import {
  consoleForFile,
  crumb,
  eventually,
  expectNoComplaints,
  expectNoSidewaysScroll,
  goTo,
  heading,
  openAs,
  PHONE,
  screenshot,
} from './console.ts'

const atrium = consoleForFile()

const shop = (below = '') => `/w/${atrium.workspaceId}/apps/app_demo_storefront${below}`
const parts = (page: Page) => page.getByRole('navigation', { name: 'Parts of Storefront' })
const current = (page: Page) => parts(page).locator('[aria-current=page]')

describe('the sidebar of an app', () => {
  test('shows its pages in groups, and which of them is open', async () => {
    const page = await atrium.open(shop('/functions'), { colorScheme: 'light' })
    await heading(page, 'Storefront: Functions')
    for (const group of ['Build', 'Automate', 'Grow', 'Check', 'Operate']) {
      await parts(page).getByRole('list', { name: group }).waitFor()
    }
    expect(await current(page).innerText()).toBe('Functions')
    await screenshot(page, 'nav-app')
    await expectAccessible(page)
    const build = parts(page).getByRole('list', { name: 'Build' })
    await build.getByRole('link', { name: 'Schemas' }).click()
    await eventually(() => current(page).innerText()).toBe('Schemas')
    const dark = await atrium.open(shop('/functions'), { colorScheme: 'dark' })
    await heading(dark, 'Storefront: Functions')
    await expectAccessible(dark)
    await screenshot(dark, 'nav-app-dark')
    expectNoComplaints(atrium)
  })

  test('leads to other apps, and back to the workspace', async () => {
    const page = await atrium.open(shop('/workflows'))
    await page.getByRole('button', { name: /^Switch app/ }).click()
    await page.getByRole('menuitem', { name: 'Orders', exact: true }).click()
    await page.getByRole('navigation', { name: 'Parts of Orders' }).waitFor()
    await page.getByRole('link', { name: /^Back to/ }).click()
    await heading(page, 'All apps')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).waitFor()
  })

  test('does not show a viewer what is for editors, nor does the breadcrumb lead there', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const page = await openAs(atrium, viewer, shop('/functions'))
    await parts(page).getByRole('link', { name: 'Functions' }).waitFor()
    for (const hidden of ['Data', 'Secrets', 'Security', 'Advertising', 'Webhooks']) {
      expect(await parts(page).getByRole('link', { name: hidden }).count(), hidden).toBe(0)
    }
    await goTo(page, shop('/entities/Purchase'))
    await page.getByRole('heading', { name: 'For editors' }).waitFor()
    expect(await crumb(page, 'Data').count()).toBe(0)
    await crumb(page, 'Storefront').waitFor()
  })

  test('is in the drawer on a phone', async () => {
    const page = await atrium.open(shop('/functions'), PHONE)
    await heading(page, 'Storefront')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    const users = drawer.getByRole('link', { name: 'Users' })
    await users.waitFor()
    await screenshot(page, 'phone-nav-app')
    await expectAccessible(page)
    await users.click()
    await eventually(() => drawer.count()).toBe(0)
    await heading(page, 'Storefront: Users')
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'phone-app-users')
  })

  test('is that of an agent on all pages of the agent, its settings too', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/agents/app_demo_helpdesk`)
    const agent = page.getByRole('navigation', { name: 'Parts of Helpdesk assistant' })
    await agent.getByRole('link', { name: 'Settings' }).click()
    await heading(page, 'Helpdesk')
    await eventually(() => agent.locator('[aria-current=page]').innerText()).toBe('Settings')
    await eventually(() => page.title()).toMatch(/^Settings · Helpdesk assistant · Agents · .* · Atrium$/)
    await crumb(page, 'Helpdesk assistant').click()
    await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
    await crumb(page, 'Agents').click()
    await heading(page, 'Agents')
  })
})

describe('the title of the tab', () => {
  test('names the thing, its part and its app, and what went wrong', async () => {
    const page = await atrium.open(shop('/ads/campaigns/cmp_demo_catalogue'))
    await eventually(() => page.title()).toMatch(/^.+ · Campaigns · Advertising · Storefront · Atrium$/)
    expect(await page.title()).not.toContain('cmp_demo_catalogue')
    await goTo(page, `/w/${atrium.workspaceId}/apps/app_unknown/settings`)
    await heading(page, 'Not found')
    await eventually(() => page.title()).toBe('Not found · Atrium')
    await goTo(page, `/w/${atrium.workspaceId}/members`)
    await eventually(() => page.title()).toMatch(/^Members · .+ · Atrium$/)
    expectNoComplaints(atrium, /404.*app_unknown/)
  })
})
