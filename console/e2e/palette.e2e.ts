import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildIndexes } from '../../server/src/modules/entities/indexes/build-indexes.ts'
import { expectAccessible } from './accessibility.ts'
import {
  consoleForFile,
  eventually,
  expectNoSidewaysScroll,
  focused,
  heading,
  openAs,
  PHONE,
  screenshot,
} from './console.ts'

const atrium = consoleForFile()

const at = (below: string) => `/w/${atrium.workspaceId}${below}`
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const options = (page: Page) => palette(page).getByRole('option')

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await focused(field(page))
}

/** The number of the newest order of the demo company. */
async function someOrder() {
  // What the clock does for a company that came as an archive: its declared indexes are built.
  const { db, jobs } = atrium.app.atrium
  await jobs.send(db, buildIndexes, {})
  await jobs.drain({ ignoreDelays: true })
  const [order] = await atrium.app.sql<{ number: string }>`
    select data ->> 'number' as number from records where app_id = 'app_demo_orders' and entity_name = 'Order'
     order by created_date desc limit 1`
  return order?.number ?? ''
}

describe('the command palette', () => {
  test('finds a record by its number in two steps', async () => {
    const number = await someOrder()
    const page = await atrium.open(at('/apps'))
    await heading(page, 'All apps')
    await openPalette(page)
    // Enter at once: what is meant is found a moment later.
    await field(page).fill(number)
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: number }).or(page.getByText(number)).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(at('/apps/app_demo_orders/entities/Order'))
  })

  test('shows pages, actions and things by keys alone, and reads out which is chosen', async () => {
    const page = await atrium.open(at('/apps/app_demo_storefront/functions'), { colorScheme: 'light' })
    await heading(page, 'Storefront')
    await openPalette(page)
    await expectAccessible(page)
    await screenshot(page, 'palette-empty')
    await field(page).fill('orde')
    await options(page).filter({ hasText: 'Orders' }).first().waitFor()
    await palette(page)
      .getByRole('status')
      .getByText(/^\d+ results?$/)
      .waitFor()
    await expectAccessible(page)
    await screenshot(page, 'palette-found')
    await field(page).fill('audit')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const active = await field(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await heading(page, 'Audit log')
    await eventually(() => palette(page).count()).toBe(0)
  })

  test('does what a page offers, and shows first what was opened last', async () => {
    const page = await atrium.open(at('/apps/app_demo_orders/workflows'))
    await heading(page, 'Orders')
    await openPalette(page)
    await field(page).fill('new app')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New app' }).waitFor()
    await page.keyboard.press('Escape')
    await openPalette(page)
    await palette(page).getByRole('group', { name: 'Recent' }).getByText('Workflows').waitFor()
    await field(page).fill('dark theme')
    await page.keyboard.press('Enter')
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await eventually(scheme).toBe('dark')
    await openPalette(page)
    await expectAccessible(page)
    await screenshot(page, 'palette-dark')
    await field(page).fill('system theme')
    await page.keyboard.press('Enter')
  })

  test('fills a phone, and is opened by its button', async () => {
    const page = await atrium.open(at('/apps'), PHONE)
    await heading(page, 'All apps')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).fill('members')
    await options(page).first().waitFor()
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'phone-palette')
    await options(page).filter({ hasText: 'Members' }).first().click()
    await heading(page, 'Members')
  })

  test('offers a guest nothing that they cannot open', async () => {
    const number = await someOrder()
    const guest = await atrium.app.make.person('guest', { id: atrium.workspaceId })
    await atrium.app.make.collaborator({ id: 'app_demo_storefront' }, guest, 'viewer')
    const page = await openAs(atrium, guest, at('/apps'))
    await heading(page, 'All apps')
    await openPalette(page)
    for (const typed of [number, 'New app', 'Invite members']) {
      await field(page).fill(typed)
      await palette(page)
        .getByRole('status')
        .getByText(/^(Nothing found|\d+ results?)$/)
        .waitFor()
      expect(await options(page).getByText(typed, { exact: true }).count(), typed).toBe(0)
    }
  })
})

describe('keyboard shortcuts', () => {
  test('lead to pages, open the palette and the list of keys, and create', async () => {
    const page = await atrium.open(at('/apps'))
    await heading(page, 'All apps')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await heading(page, 'Members')
    await page.keyboard.press('/')
    await focused(field(page))
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('To the next line of a list').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await eventually(() => help.count()).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await heading(page, 'All apps')
    await page.keyboard.press('j')
    await eventually(() => page.locator('main tbody tr:first-child a:focus').count()).toBe(1)
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New app' }).waitFor()
  })

  test('do nothing while something is typed, in dialogs, and once they are off', async () => {
    const page = await atrium.open(at('/apps'))
    await heading(page, 'All apps')
    const search = page.getByRole('searchbox', { name: 'Search apps' })
    await search.fill('')
    await search.pressSequentially('gm?/n')
    expect(await search.inputValue()).toBe('gm?/n')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await search.fill('')
    await page.getByRole('button', { name: 'New app' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New app' })
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByText('Single keys').click()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

test('apps and agents are found in their lists by a part of the name', async () => {
  const page = await atrium.open(at('/apps'))
  await heading(page, 'All apps')
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('storef')
  await eventually(() => page.getByRole('rowheader').allInnerTexts()).toEqual([
    expect.stringContaining('Storefront'),
  ])
  expect(new URL(page.url()).searchParams.get('search')).toBe('storef')
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('nothing of the kind')
  await page.getByRole('heading', { name: 'No such apps' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await eventually(() => page.getByRole('rowheader').count()).toBeGreaterThan(1)
  await page.goto(at('/agents?search=helpd'))
  await eventually(() => page.getByRole('rowheader').count()).toBe(1)
})

test('a list that is whole in the browser is narrowed there, and the address keeps it', async () => {
  const page = await atrium.open(at('/apps/app_demo_storefront/functions'))
  const search = page.getByRole('searchbox', { name: 'Search functions' })
  await search.fill('nothing of the kind')
  await page.getByRole('heading', { name: 'No such functions' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('rowheader', { name: 'delivery-quote' }).waitFor()
  await search.fill('QUOTE')
  await page.waitForURL(/\?search=QUOTE$/)
  await page.reload()
  await page.getByRole('rowheader', { name: 'delivery-quote' }).waitFor()
  expect(await search.inputValue()).toBe('QUOTE')
})
