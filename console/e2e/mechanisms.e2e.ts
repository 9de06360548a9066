/**
 * The mechanisms that all pages share, in a real browser: a few acts for each. Their rules are held by the component
 * tests next to them, and that everything uses them by server/structure/console-mechanisms.test.ts.
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseOfFolder, click, isOf, select } from './act.ts'
import {
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  goTo,
  openAs,
  PHONE,
  screenshot,
  toast,
} from './console.ts'

/** The refusals that are made up below. */
const atrium = consoleForFile({ rate_limits: 'off' }, /status of 409/)
const at = (path: string) => `/w/${atrium.workspaceId}${path}`
const ORDERS = '/apps/app_demo_orders'
const SHOP = '/apps/app_demo_storefront'
const REFUSAL = 'The test refuses this.'

interface Sending {
  operation: string
  path: string
  open?: (page: Page) => Promise<void>
  typed?: Record<string, string>
  button: string
}

const IN_DIALOGS: Sending[] = [
  {
    operation: 'apps.create',
    path: '/apps',
    open: click('button', 'New app'),
    typed: { Name: 'Ledger', Description: 'What was spent' },
    button: 'Create',
  },
  {
    operation: 'folders.create',
    path: '/apps',
    open: click('button', 'New workspace folder'),
    typed: { Name: 'Archive' },
    button: 'Create folder',
  },
  {
    operation: 'tokens.create',
    path: '/tokens',
    open: click('button', 'New token'),
    typed: { Name: 'Nightly export' },
    button: 'Create token',
  },
  {
    operation: 'invitations.create',
    path: '/members',
    open: click('button', 'Invite people'),
    typed: { Emails: 'grace@example.com' },
    button: 'Invite',
  },
  {
    operation: 'records.create',
    path: `${ORDERS}/entities/Order`,
    open: click('button', 'New record'),
    typed: { number: 'HP-90001', customer: 'Ada Byron', total: '12' },
    button: 'Create',
  },
  {
    operation: 'schemas.set',
    path: `${ORDERS}/entity-schemas/Order`,
    open: click('button', 'New entity'),
    typed: { Name: 'Parcel' },
    button: 'Create entity',
  },
]

describe('an act', () => {
  test.each(IN_DIALOGS)('$operation is refused with its form kept, and then sent once', async (sending) => {
    const page = await atrium.open(at(sending.path))
    await sending.open?.(page)
    const form = page.locator('section[role=dialog]').last()
    const box = (label: string) =>
      form
        .locator('input, textarea')
        .and(form.getByLabel(new RegExp(`^${label}`)))
        .last()
    for (const [label, text] of Object.entries(sending.typed ?? {})) await box(label).fill(text)
    await refuse(page, sending.operation)
    const button = form.getByRole('button', { name: sending.button, exact: true })
    await button.click()
    await form.getByRole('alert').filter({ hasText: REFUSAL }).getByText('req_test').waitFor()
    for (const [label, text] of Object.entries(sending.typed ?? {}))
      expect(await box(label).inputValue(), label).toBe(text)
    await page.unrouteAll({ behavior: 'wait' })
    expect(await countWhilePressed(page, sending.operation, button)).toBe(1)
  })

  test.each([
    {
      operation: 'folders.delete',
      path: '/apps',
      open: chooseOfFolder('Finance', 'Delete'),
      button: 'Delete folder',
    },
    { operation: 'workspaces.update', path: '/settings', typed: { Name: 'Harbour' }, button: 'Rename' },
  ] as Sending[])('$operation shows its refusal in a notification', async (sending) => {
    const page = await atrium.open(at(sending.path))
    await refuse(page, sending.operation)
    await sending.open?.(page)
    for (const [label, text] of Object.entries(sending.typed ?? {})) await page.getByLabel(label).fill(text)
    await click('button', sending.button)(page)
    await page
      .getByRole('alertdialog')
      .filter({ hasText: REFUSAL })
      .getByText(/req_test/)
      .waitFor()
  })

  test('that is shown at once is taken back when it is refused', async () => {
    const page = await atrium.open(at(`${SHOP}/security/settings`))
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    await refuse(page, 'scans.configure', gate)
    const nightly = page.getByRole('switch', { name: 'Every night' })
    const was = await nightly.isChecked()
    await page.getByText('Every night', { exact: true }).click()
    // Nothing has been answered yet.
    await eventually(() => nightly.isChecked()).toBe(!was)
    release()
    await toast(page, REFUSAL)
    await eventually(() => nightly.isChecked()).toBe(was)
  })
})

async function refuse(page: Page, operation: string, gate?: Promise<void>) {
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (!isOf(operation, route.request())) return route.fallback()
      await gate
      const json = { code: 'refused_by_test', message: REFUSAL, detail: REFUSAL, request_id: 'req_test' }
      return route.fulfill({ status: 409, json })
    },
  )
}

/** Presses the button and Enter again and again until the form is gone, and counts what was sent. */
async function countWhilePressed(page: Page, operation: string, button: Locator): Promise<number> {
  let sent = 0
  page.on('request', (request) => {
    if (isOf(operation, request)) sent++
  })
  const pressed = await button.elementHandle()
  await pressed?.evaluate((node: HTMLButtonElement) => {
    const press = setInterval(() => {
      if (!node.isConnected) return clearInterval(press)
      node.click()
      node.form?.requestSubmit()
    }, 1)
  })
  const isGone = () => pressed?.evaluate((node) => !node.isConnected)
  await eventually(async () => sent > 1 || (await isGone()), operation).toBe(true)
  return sent
}

const fill = (label: string, text: string) => async (page: Page) => {
  await page.getByLabel(label).first().fill(text)
  await page.getByLabel(label).first().press('Enter')
}
const sortBy = (name: string) => (page: Page) =>
  page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()
const chooseIn = (label: string, option: string) => async (page: Page) => {
  await page.getByRole('search').getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** Each asks for one thing more than the page does by itself. */
const FILTERS: [
  what: string,
  path: string,
  operation: string,
  act: (page: Page) => Promise<unknown>,
  asks: object,
][] = [
  ['a header', '/apps', 'apps.list', sortBy('Name'), { sort: 'name' }],
  ['a search', '/apps', 'apps.list', fill('Search apps', 'sto'), { search: 'sto' }],
  ['several of a choice', '/members', 'members.list', chooseIn('Role', 'Viewer'), { roles: ['viewer'] }],
  ['a text', '/audit-log', 'audit.list', fill('Actor', 'a@b.c'), { actor_email: 'a@b.c' }],
  [
    'a choice',
    '/members/credits',
    'credits.list',
    (page) => select(page, /Used for/, 'Reply of an agent'),
    { kind: 'agent_message' },
  ],
  [
    'a day',
    '/members/credits',
    'credits.list',
    fill('From this day, in UTC', '2026-01-02'),
    { since: '2026-01-02T00:00:00.000Z' },
  ],
  [
    'a switch',
    `${ORDERS}/connectors/calls`,
    'connectors.list_calls',
    (page) => page.getByRole('switch', { name: 'Only failed' }).click({ force: true }),
    { failed: 'true' },
  ],
  [
    'a preset',
    `${SHOP}/ads`,
    'ads.dashboard',
    (page) => select(page, /Days$/, 'Yesterday'),
    { date_range: 'YESTERDAY' },
  ],
]

describe('a filter', () => {
  test.each(FILTERS)(
    'set by %s on %s asks %s for it, also after a reload',
    async (_, path, operation, act, asks) => {
      const page = await atrium.open(at(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      const asksForIt = page.waitForRequest((request) => {
        if (!isOf(operation, request)) return false
        const query = Object.fromEntries(new URL(request.url()).searchParams)
        const asked = { ...query, ...(request.method() === 'POST' ? request.postDataJSON() : {}) }
        return Object.entries(asks).every(
          ([name, value]) => JSON.stringify(asked[name]) === JSON.stringify(value),
        )
      })
      await act(page)
      await asksForIt
      await eventually(() => new URL(page.url()).search).not.toBe('')
      const { search } = new URL(page.url())
      await page.reload()
      await page.locator(`main[data-shows="${at(path)}${search}"]`).waitFor()
    },
  )
})

/** What changes nothing: opening, sorting, filtering, turning pages, copying. */
const HARMLESS =
  /^(Actions for |Copy |Show |Dismiss |Snooze |For |Select |Previous|Next|Clear |More filters|Folders$|Days:|SORT )/

/** What a viewer finds on pages besides, as it is their own. */
const VIEWED: Record<string, RegExp> = {
  '': /^Notify me$/,
  '/apps': /^(New personal folder|New folder)$/,
  [`${SHOP}/settings`]: /^$/,
  [`${SHOP}/workflows`]: /^$/,
  [`${SHOP}/functions`]: /^$/,
  '/tokens': /^(New token|Revoke .*)$/,
  '/members': /^$/,
  '/settings': /^Leave this workspace$/,
}

describe('a viewer', () => {
  test('is offered nothing that would be refused, and does what is left to them', async () => {
    const person = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const page = await openAs(atrium, person, at(''))
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url())
    })
    const offered: string[] = []
    for (const [path, allows] of Object.entries(VIEWED)) {
      await goTo(page, at(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const act of await actsOn(page))
        if (!HARMLESS.test(act) && !allows.test(act)) offered.push(`${path}: ${act}`)
    }
    expect({ offered, refused }).toEqual({ offered: [], refused: [] })
    await goTo(page, at(`${SHOP}/secrets`))
    await page.getByRole('heading', { name: 'For editors' }).waitFor()
    await goTo(page, at('/apps'))
    await click('button', 'New personal folder')(page)
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await click('button', 'Create folder')(page)
    await toast(page, 'Folder Mine created')
    expect(refused).toEqual([])
  })
})

/** The names of what can be pressed. */
function actsOn(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('button, [role=button], [role=switch], input[type=checkbox]')]
      .filter((node) => node.checkVisibility() && !node.matches('[aria-disabled=true], :disabled'))
      // Choices and switches among the filters of a list only narrow it.
      .filter((node) => !node.matches('[aria-haspopup=listbox], [slot=chevron], search [role=switch]'))
      .map((node) => {
        const name = node.getAttribute('aria-label') ?? node.innerText.trim()
        return node.closest('th[aria-sort]') ? `SORT ${name}` : name
      }),
  )
}

describe('a page that is read from the right', () => {
  const show = async (page: Page, path: string) => {
    await goTo(page, at(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  }
  const edges = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not on the page`)
    return { left: box.x, right: box.x + box.width }
  }
  const PAGES = ['', '/members', `${ORDERS}/entities/Order`, `${SHOP}/workflows`]

  test('has every part on the other side, and nothing is cut off', async () => {
    const page = await atrium.open(at(''))
    for (const path of PAGES) {
      await show(page, path)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `rtl-${path.replaceAll('/', '-')}`)
      const main = await edges(page, 'main')
      expect((await edges(page, 'nav')).left, path).toBeGreaterThanOrEqual(main.right)
    }
  })

  test('fits on a phone, with the navigation coming from the right', async () => {
    const page = await atrium.open(at(''), PHONE)
    for (const path of PAGES) {
      await show(page, path)
      await expectNoSidewaysScroll(page)
    }
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    await drawer.getByRole('link').first().waitFor()
    const box = await drawer.boundingBox()
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(page.viewportSize()?.width)
  })
})
