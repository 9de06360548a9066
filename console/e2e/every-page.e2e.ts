import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  ANYTHING,
  atHome,
  consoleForFile,
  eventually,
  expectNoComplaints,
  expectNoSidewaysScroll,
  goTo,
  heading,
  PHONE,
  screenshot,
  signIn,
} from './console.ts'

const atrium = consoleForFile({}, ANYTHING)

/** Every page by its heading; ids are those of the demo company. */
function pages(): { path: string; title: string; name: string }[] {
  const { workspaceId } = atrium
  const app = `/w/${workspaceId}/apps/app_demo_orders`
  const shop = `/w/${workspaceId}/apps/app_demo_storefront`
  return [
    { path: `/w/${workspaceId}`, title: 'Harbour & Pine', name: 'home' },
    { path: `/w/${workspaceId}/apps`, title: 'All apps', name: 'apps' },
    { path: app, title: 'Orders', name: 'app-overview' },
    { path: shop, title: 'Storefront', name: 'overview' },
    { path: `${app}/settings`, title: 'Orders', name: 'app-settings' },
    { path: `${app}/entities/Order`, title: 'Orders', name: 'app-data' },
    { path: `${app}/entity-schemas/Order`, title: 'Orders', name: 'app-schema' },
    { path: `${app}/entity-schemas/Order/rls`, title: 'Orders', name: 'app-rules' },
    { path: `${app}/users`, title: 'Orders', name: 'app-no-users' },
    { path: `${app}/users/sign-in-providers`, title: 'Orders', name: 'app-no-providers' },
    { path: `${app}/files`, title: 'Orders', name: 'app-no-files' },
    { path: `${app}/site`, title: 'Orders', name: 'app-no-site' },
    { path: `${shop}/site`, title: 'Storefront', name: 'site' },
    { path: `${app}/chat`, title: 'Orders', name: 'app-no-chat' },
    { path: `${shop}/chat`, title: 'Storefront', name: 'chat' },
    { path: `${app}/code`, title: 'Orders', name: 'app-no-repository' },
    { path: `${app}/code/pull-requests`, title: 'Orders', name: 'app-no-pull-requests' },
    { path: `${app}/code/repository`, title: 'Orders', name: 'app-connect-repository' },
    { path: `${app}/source`, title: 'Orders', name: 'app-no-source' },
    { path: `${app}/source/commits`, title: 'Orders', name: 'app-no-changes' },
    { path: `${shop}/source`, title: 'Storefront', name: 'source' },
    { path: `${shop}/source/files/index.html`, title: 'Storefront', name: 'source-file' },
    { path: `${shop}/source/commits`, title: 'Storefront', name: 'source-history' },
    { path: `${app}/functions`, title: 'Orders', name: 'app-no-functions' },
    { path: `${app}/workflows`, title: 'Orders', name: 'app-no-workflows' },
    { path: `${app}/workflows/runs`, title: 'Orders', name: 'app-no-runs' },
    { path: `${app}/tests`, title: 'Orders', name: 'app-no-tests' },
    { path: `${app}/tests/new`, title: 'Orders', name: 'app-new-test' },
    { path: `${app}/tests/runs`, title: 'Orders', name: 'app-no-test-runs' },
    { path: `${shop}/tests`, title: 'Storefront', name: 'tests' },
    { path: `${shop}/tests/runs`, title: 'Storefront', name: 'test-runs' },
    { path: `${app}/connectors`, title: 'Orders', name: 'app-connectors' },
    { path: `${app}/connectors/calls`, title: 'Orders', name: 'app-no-calls' },
    { path: `${app}/secrets`, title: 'Orders', name: 'app-no-secrets' },
    { path: `${app}/security`, title: 'Orders', name: 'app-not-scanned' },
    { path: `${app}/security/ignored`, title: 'Orders', name: 'app-nothing-ignored' },
    { path: `${app}/security/history`, title: 'Orders', name: 'app-no-scans' },
    { path: `${app}/security/settings`, title: 'Orders', name: 'app-scan-settings' },
    { path: `${shop}/ads`, title: 'Storefront', name: 'ads' },
    { path: `${shop}/ads/launch`, title: 'Storefront', name: 'ads-launch' },
    { path: `${shop}/ads/campaigns`, title: 'Storefront', name: 'ads-campaigns' },
    { path: `${shop}/ads/campaigns/cmp_demo_catalogue`, title: 'Storefront', name: 'ads-campaign' },
    { path: `${shop}/ads/search-terms`, title: 'Storefront', name: 'ads-search-terms' },
    { path: `${shop}/ads/assets`, title: 'Storefront', name: 'ads-assets' },
    { path: `${shop}/ads/tracking`, title: 'Storefront', name: 'ads-tracking' },
    { path: `${app}/logs`, title: 'Orders', name: 'app-logs' },
    { path: `${app}/agents`, title: 'Orders', name: 'app-agents' },
    { path: `${shop}/analytics`, title: 'Storefront', name: 'analytics' },
    { path: `${shop}/analytics/events`, title: 'Storefront', name: 'analytics-events' },
    { path: `/w/${workspaceId}/agents`, title: 'Agents', name: 'agents' },
    { path: `/w/${workspaceId}/connectors`, title: 'Connectors', name: 'own-connectors' },
    { path: `/w/${workspaceId}/connectors/new`, title: 'New connector', name: 'new-connector' },
    { path: `/w/${workspaceId}/connectors/client-ids`, title: 'Connectors', name: 'client-ids' },
    { path: `/w/${workspaceId}/account`, title: 'Your account', name: 'account' },
    { path: `/w/${workspaceId}/settings`, title: 'Workspace', name: 'workspace-settings' },
    { path: `/w/${workspaceId}/service-accounts`, title: 'Service accounts', name: 'service-accounts' },
    { path: `/w/${workspaceId}/settings/sign-in`, title: 'Sign-in provider', name: 'sign-in-provider' },
    {
      path: `/w/${workspaceId}/agents/app_demo_helpdesk/versions`,
      title: 'Helpdesk',
      name: 'agent-versions',
    },
    { path: `/w/${workspaceId}/tokens`, title: 'Access tokens', name: 'tokens' },
    { path: `/w/${workspaceId}/members`, title: 'Members', name: 'members' },
    { path: `/w/${workspaceId}/members/credits`, title: 'Members', name: 'credits' },
    { path: `/w/${workspaceId}/members/mail`, title: 'Members', name: 'mail' },
    { path: `/w/${workspaceId}/usage`, title: 'Usage', name: 'usage' },
    { path: `/w/${workspaceId}/backups`, title: 'Backups', name: 'backups' },
    { path: `/w/${workspaceId}/installation`, title: 'Installation', name: 'installation' },
    { path: `/w/${workspaceId}/audit-log`, title: 'Audit log', name: 'audit-log' },
  ]
}

async function showAll(look: string, options: object, check: (page: Page, name: string) => Promise<void>) {
  atrium.complaints()
  const page = await atrium.open('/', options)
  for (const { path, title, name } of pages()) {
    await goTo(page, path)
    await heading(page, title)
    await check(page, name)
    await screenshot(page, `${look}-${name}`)
  }
  expectNoComplaints(atrium)
}

/** Of the background, by its brightest colour. */
async function brightnessOf(page: Page): Promise<number> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return Math.max(...(background.match(/\d+/g) ?? []).map(Number))
}

const MANY_PAGES = { timeout: 240_000 }

describe('every page', () => {
  test('shows in light and in dark without a complaint of the browser', MANY_PAGES, async () => {
    await showAll('light', { colorScheme: 'light' }, async (page, name) => {
      await expectNoSidewaysScroll(page)
      await eventually(() => page.title()).toMatch(/ · Atrium$/)
      await page.emulateMedia({ colorScheme: 'dark' })
      await eventually(() => brightnessOf(page)).toBeLessThan(60)
      await screenshot(page, `dark-${name}`)
      await page.emulateMedia({ colorScheme: 'light' })
      await eventually(() => brightnessOf(page)).toBeGreaterThan(200)
    })
  })

  test('has a title of its own, and a breadcrumb that leads where it says', MANY_PAGES, async () => {
    const titles = new Map<string, string>()
    const above = new Map<string, string>()
    const page = await atrium.open('/')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    for (const { path, title } of pages()) {
      await goTo(page, path)
      await heading(page, title)
      await eventually(() => page.title()).not.toBe(titles.get('last'))
      titles.set(path, await page.title())
      titles.set('last', await page.title())
      for (const link of await crumbs.getByRole('link').all()) {
        above.set((await link.getAttribute('href')) ?? '', await link.innerText())
      }
    }
    titles.delete('last')
    expect(new Set(titles.values()).size).toBe(titles.size)
    expect(above.size).toBeGreaterThan(15)
    for (const [href, label] of above) {
      // A part of an app may lead on to its first thing, which is then one step below it.
      await page.goto(href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually(() => crumbs.getByRole('listitem').allInnerTexts(), href).toEqual(
        expect.arrayContaining([expect.stringContaining(label)]),
      )
    }
  })

  test('fits a phone without scrolling sideways', MANY_PAGES, async () => {
    await showAll('phone', PHONE, expectNoSidewaysScroll)
  })

  test('the sign-in page shows without a complaint of the browser', async () => {
    atrium.complaints()
    const page = await atrium.visit('/sign-in', { colorScheme: 'light' })
    await heading(page, 'Sign in')
    await screenshot(page, 'light-sign-in')
    await expectNoSidewaysScroll(page)
    expectNoComplaints(atrium)
  })

  test('the policy of the console allows nothing inline', async () => {
    const page = await atrium.visit('/sign-in')
    const answer = await page.request.get('/sign-in', { headers: { accept: 'text/html' } })
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('the theme', () => {
  test('is switched by a button and remembered', async () => {
    const page = await atrium.open('/', { colorScheme: 'light' })
    await page.getByRole('radio', { name: 'Dark theme' }).click()
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await eventually(scheme).toBe('dark')
    await page.reload()
    await atHome(page)
    expect(await scheme()).toBe('dark')
    await page.getByRole('radio', { name: 'System theme' }).click()
    await eventually(scheme).toBe('light dark')
  })
})

describe('finding one’s way', () => {
  test('an address that leads nowhere says so and offers a way back', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/nowhere`)
    await heading(page, 'Page not found')
    await page.getByRole('link', { name: 'Back to your workspace' }).click()
    await atHome(page)
  })

  test('a workspace one does not belong to reads as not found', async () => {
    const page = await atrium.open('/w/ws_foreign/apps')
    await heading(page, 'Page not found')
  })

  test('a failure shows the id of the request', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/apps/app_unknown`)
    await heading(page, 'Not found')
    await page.getByText(/Request req_/).waitFor()
  })

  test('the navigation opens on a phone and closes by choosing', async () => {
    const page = await atrium.open('/', PHONE)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await screenshot(page, 'phone-navigation')
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Members' }).click()
    await heading(page, 'Members')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('another workspace is chosen from the switcher', async () => {
    const other = await atrium.app.make.workspace()
    const { user } = await atrium.app.anonymous.session.create(atrium)
    await atrium.app.make.membership(other.id, user, 'viewer')
    const page = await atrium.visit('/sign-in')
    await signIn(page, atrium)
    await atHome(page)
    await page.getByRole('button', { name: /Switch workspace/ }).click()
    await page.getByRole('menuitem', { name: 'Test' }).click()
    await page.getByRole('heading', { name: 'No apps yet' }).waitFor()
    expect(page.url()).toContain(other.id)
  })
})
