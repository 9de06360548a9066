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
import { openPages, ordersPages, shopPages, TEMPLATES, workspacePages } from './console-pages.ts'
import { DIALOGS } from './page-dialogs.ts'
import { lookThrough, writeTable } from './page-looks.ts'
import { differenceOf, keptPicture, takePicture } from './page-pictures.ts'

const atrium = consoleForFile({}, ANYTHING)

/** Smoke tests show each page in the light, and the templates in all looks. */
const looksOf = (name: string) => (TEMPLATES.has(name) ? [] : (['dark', 'phone'] as const))
const pages = () => [
  ...workspacePages(atrium.workspaceId),
  ...ordersPages(atrium.workspaceId),
  ...shopPages(atrium.workspaceId),
]

const MANY_PAGES = { timeout: 480_000 }

/** Each test of the pass takes so many. */
const AT_A_TIME = 8
const PARTS = Array.from({ length: 11 }, (_, part) => part)
const titles = new Map<string, string>()
const above = new Map<string, string>()

describe('every page', () => {
  test.each(PARTS)(
    'is accessible and looks as it did in the dark and on a phone, part %i',
    MANY_PAGES,
    async (part) => {
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
        await looker.at(name, looksOf(name))
        for (const dialog of DIALOGS[name] ?? []) await looker.atDialog(name, dialog)
      }
      expectNoComplaints(atrium)
      writeTable()
      looker.expectNothing()
    },
  )

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

  test(
    'that is open to all is accessible and looks as it did in the dark and on a phone',
    MANY_PAGES,
    async () => {
      const api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
      const shop = await api.apps.create({ name: 'Shop', public_settings: 'public_with_login' })
      atrium.complaints()
      const page = await atrium.visit('/sign-in', { colorScheme: 'light' })
      const looker = await lookThrough(page)
      for (const { path, title, name } of openPages(shop.id)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await looker.at(name, looksOf(name))
      }
      // Guides ask who reads them.
      expectNoComplaints(atrium, /status of 401 .*\/api\/auth\/me$/)
      writeTable()
      looker.expectNothing()
    },
  )

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
