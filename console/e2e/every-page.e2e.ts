import { describe, expect, test } from 'vitest'
import {
  ANYTHING,
  atHome,
  consoleForFile,
  eventually,
  expectNoComplaints,
  goBelow,
  goTo,
  heading,
  PHONE,
  screenshot,
  signIn,
} from './console.ts'
import { DIALOGS } from './page-dialogs.ts'
import { lookThrough } from './page-looks.ts'
import { differenceOf, keptPicture, takePicture } from './page-pictures.ts'

const atrium = consoleForFile({}, ANYTHING)

/** Every page by its heading; ids are those of the demo company. */
function pages(): { path: string; title: string; name: string }[] {
  const { workspaceId } = atrium
  const app = `/w/${workspaceId}/apps/app_demo_orders`
  const shop = `/w/${workspaceId}/apps/app_demo_storefront`
  const agent = `/w/${workspaceId}/agents/app_demo_helpdesk`
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
    { path: `${shop}/functions`, title: 'Storefront', name: 'functions' },
    ...['', '/invoke', '/logs', '/invocations', '/deployments', '/automations'].map((part) => ({
      path: `${shop}/functions/delivery-quote${part}`,
      title: 'Storefront',
      name: `function${part.replace('/', '-')}`,
    })),
    { path: `${app}/workflows`, title: 'Orders', name: 'workflows' },
    ...['', '/settings', '/runs', '/versions', '/runs/run_demo_2_reminders_001'].map((part) => ({
      path: `${app}/workflows/wfl_demo_2_reminders${part}`,
      title: 'Orders',
      name: `workflow${part.replace(/_.*/, '').replaceAll('/', '-')}`,
    })),
    { path: `${app}/workflows/runs`, title: 'Orders', name: 'all-runs' },
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
    { path: `${shop}/code`, title: 'Storefront', name: 'code' },
    { path: `${shop}/code/sessions/cds_demo_readme`, title: 'Storefront', name: 'code-session' },
    { path: `${shop}/webhooks`, title: 'Storefront', name: 'webhooks' },
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
    { path: `${agent}/versions`, title: 'Helpdesk', name: 'agent-versions' },
    { path: `${agent}`, title: 'Helpdesk', name: 'agent-chat' },
    { path: `${agent}/webhooks`, title: 'Helpdesk', name: 'agent-webhooks' },
    { path: `${agent}/webhooks/whk_demo_tickets`, title: 'Deliveries', name: 'deliveries' },
    { path: `/w/${workspaceId}/connectors/own/harbour-warehouse`, title: 'Harbour', name: 'own-connector' },
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

/** Pages that nobody has to be signed in for; `app` signs its users in by pages of ours. */
function openPages(app: string): { path: string; title: string | RegExp; name: string }[] {
  const signIn = `/apps-sign-in/${app}`
  return [
    { path: '/sign-in', title: 'Sign in', name: 'sign-in' },
    { path: '/account/forgot-password', title: /./, name: 'forgot-password' },
    { path: '/account/reset-password#token=rst_x', title: /./, name: 'reset-password' },
    { path: '/invitations/accept', title: /./, name: 'no-invitation' },
    { path: '/docs', title: 'Guides and API', name: 'docs' },
    { path: '/docs/webhooks', title: 'Webhooks', name: 'docs-guide' },
    { path: '/docs/api/webhooks', title: 'webhooks', name: 'docs-area' },
    { path: signIn, title: 'Sign in to Shop', name: 'app-sign-in' },
    { path: `${signIn}/sign-up`, title: 'Sign up for Shop', name: 'app-sign-up' },
    { path: `${signIn}/email-link`, title: /./, name: 'app-email-link' },
    { path: `${signIn}/forgot-password`, title: /./, name: 'app-forgot-password' },
    { path: `${signIn}/reset-password#token=rst_x`, title: /./, name: 'app-reset-password' },
    { path: `${signIn}/magic-link`, title: /./, name: 'app-no-magic-link' },
    { path: `${signIn}/invitation`, title: /./, name: 'app-no-invitation' },
  ]
}

const MANY_PAGES = { timeout: 480_000 }

/** Each test of the pass takes so many. */
const AT_A_TIME = 8
const PARTS = Array.from({ length: 11 }, (_, part) => part)
const titles = new Map<string, string>()
const above = new Map<string, string>()

describe('every page', () => {
  test.each(PARTS)('is accessible and looks as it did, part %i', MANY_PAGES, async (part) => {
    expect(pages().length).toBeLessThanOrEqual(PARTS.length * AT_A_TIME)
    atrium.complaints()
    const page = await atrium.open('/', { colorScheme: 'light' })
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    const looker = await lookThrough(page)
    let last = ''
    for (const { path, title, name } of pages().slice(part * AT_A_TIME, (part + 1) * AT_A_TIME)) {
      await goTo(page, path)
      await heading(page, title)
      await eventually(() => page.title()).not.toBe(last)
      await eventually(() => page.title()).toMatch(/ · Atrium$/)
      last = await page.title()
      titles.set(path, last)
      for (const link of await crumbs.getByRole('link').all()) {
        above.set((await link.getAttribute('href')) ?? '', await link.innerText())
      }
      await looker.at(name)
      for (const dialog of DIALOGS[name] ?? []) await looker.atDialog(name, dialog)
    }
    expectNoComplaints(atrium)
    looker.expectNothing()
  })

  test('has a title of its own, and a breadcrumb that leads where it says', MANY_PAGES, async () => {
    expect(titles.size).toBe(pages().length)
    expect(new Set(titles.values()).size).toBe(titles.size)
    expect(above.size).toBeGreaterThan(15)
    const page = await atrium.open('/')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    for (const [href, label] of above) {
      await goBelow(page, href, `/w/${atrium.workspaceId}/usage`)
      await eventually(() => crumbs.getByRole('listitem').allInnerTexts(), href).toEqual(
        expect.arrayContaining([expect.stringContaining(label)]),
      )
    }
  })

  test('that is open to all is accessible and looks as it did', MANY_PAGES, async () => {
    const api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
    const shop = await api.apps.create({ name: 'Shop', public_settings: 'public_with_login' })
    atrium.complaints()
    const page = await atrium.visit('/sign-in', { colorScheme: 'light' })
    const looker = await lookThrough(page)
    for (const { path, title, name } of openPages(shop.id)) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await looker.at(name)
    }
    // Guides ask who reads them.
    expectNoComplaints(atrium, /status of 401 .*\/api\/auth\/me$/)
    looker.expectNothing()
  })

  test('is missed where it is broken, and not for another font', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`, { colorScheme: 'light' })
    await heading(page, 'Members')
    const kept = keptPicture('members', 'light')
    const desk = await page.context().newPage()
    const differenceWith = async (css: string) => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
      }, css)
      return differenceOf(kept, await takePicture(page, desk))
    }
    await eventually(() => differenceWith('')).toBe(null)
    expect(await differenceWith('* { font-family: serif !important }')).toBe(null)
    expect(await differenceWith('* { font-family: monospace !important; letter-spacing: -1px }')).toBe(null)
    expect(await differenceWith('main { visibility: hidden }')).not.toBe(null)
    expect(await differenceWith('aside { visibility: hidden }')).not.toBe(null)
    expect(await differenceWith('body > * { display: none }')).not.toBe(null)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await differenceWith('')).not.toBe(null)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => {
      for (const sheet of document.styleSheets) sheet.disabled = true
    })
    expect(await differenceWith('')).not.toBe(null)
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
