/** The columns of a grid are the person's: which, where, how wide, in which order the rows stand. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, screenshot } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })
let token: string
const APP = 'app_demo_orders'
const STONES = { app_id: APP, entity_name: 'Stone' }
const api = () => atrium.app.as(token)
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
  const text = { type: 'string' as const }
  await api().schemas.set(
    { app_id: APP, name: 'Stone' },
    { properties: { name: text, colour: text, weight: { type: 'number' }, place: text, owner: text } },
  )
  await api().records.bulk_create(STONES, [
    { name: 'opal', colour: 'white', weight: 2, place: 'box', owner: 'Ada' },
    { name: 'jade', colour: 'green', weight: 1, place: 'box', owner: 'Bob' },
    { name: 'ruby', colour: 'red', weight: 2, place: 'shelf', owner: 'Ada' },
  ])
})

const open = async (search = '') => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${APP}/entities/Stone${search}`)
  await rows(page).first().waitFor()
  return page
}
const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')
const header = (page: Page, name: string) => page.locator(`th[data-field="${name}"]`)
const fields = (page: Page) =>
  page.locator('th[data-field]').evaluateAll((heads) => heads.map((head) => head.getAttribute('data-field')))
const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0
const names = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((text) => text.trim().split(/\s/)[0])
async function choose(page: Page, name: string, option: string) {
  await header(page, name).hover()
  await page.getByRole('button', { name: `Options of ${name}` }).click()
  await page.getByRole('menuitem', { name: option, exact: true }).click()
}

describe('columns', () => {
  test('are hidden, moved and pinned by their menu, and stay so', async () => {
    const page = await open()
    expect((await fields(page)).slice(0, 3)).toEqual(['name', 'colour', 'weight'])
    await choose(page, 'colour', 'Hide')
    await choose(page, 'weight', 'Move right')
    await choose(page, 'owner', 'Pin to the left')
    const wanted = ['name', 'owner', 'place', 'weight']
    await eventually(async () => (await fields(page)).slice(0, 4)).toEqual(wanted)
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor()
    await expectAccessible(page)
    await page.reload()
    await rows(page).first().waitFor()
    expect((await fields(page)).slice(0, 4)).toEqual(wanted)

    // Pinned ones and the actions of a row stay in sight, and the head does.
    await page.setViewportSize({ width: 900, height: 400 })
    const actions = rows(page)
      .first()
      .getByRole('button', { name: /^Actions for/ })
    const before = await actions.boundingBox()
    const pinned = await header(page, 'owner').boundingBox()
    await page.getByRole('grid').evaluate((grid) => grid.closest('.overflow-auto')?.scrollTo({ left: 400 }))
    await eventually(async () => (await header(page, 'place').boundingBox())?.x ?? 0).toBeLessThan(
      (pinned?.x ?? 0) + 1,
    )
    expect((await actions.boundingBox())?.x).toBe(before?.x)
    expect((await header(page, 'owner').boundingBox())?.x).toBe(pinned?.x)
    await screenshot(page, 'records-pinned')
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('button', { name: /^Columns/ }).click()
    const panel = page.getByRole('dialog', { name: 'Columns' })
    await panel.waitFor()
    await expectAccessible(page)
    await screenshot(page, 'records-columns')
    await panel.getByRole('checkbox', { name: 'colour' }).check({ force: true })
    await panel.getByRole('button', { name: 'Move colour up' }).click()
    await eventually(async () => (await fields(page)).slice(0, 3)).toEqual(['colour', 'name', 'owner'])
    await panel.getByRole('button', { name: 'Reset columns' }).click()
    await eventually(async () => (await fields(page)).slice(0, 3)).toEqual(['name', 'colour', 'weight'])
  })

  test('are resized and moved with the mouse', async () => {
    const page = await open()
    const before = await widthOf(header(page, 'colour'))
    const edge = await page.locator('[data-edge="colour"]').boundingBox()
    const grip = { x: (edge?.x ?? 0) + 2, y: (edge?.y ?? 0) + 8 }
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    await page.mouse.move(grip.x + 64, grip.y, { steps: 4 })
    await page.mouse.up()
    await eventually(async () => Math.round((await widthOf(header(page, 'colour'))) - before)).toBe(64)

    const from = await header(page, 'place').getByRole('button', { name: 'place', exact: true }).boundingBox()
    const to = await header(page, 'colour').boundingBox()
    await page.mouse.move((from?.x ?? 0) + 4, (from?.y ?? 0) + 4)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 8, { steps: 5 })
    await page.mouse.up()
    await eventually(async () => (await fields(page)).slice(0, 3)).toEqual(['name', 'place', 'colour'])
    // The press that moved it did not sort by it.
    expect(new URL(page.url()).search).toBe('')
  })

  test('are reached, moved and resized by keys, and sort with Shift by one more', async () => {
    const page = await open()
    await page.getByRole('button', { name: /^Columns/ }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await page.keyboard.press('Escape')
    await rows(page).first().locator('td').nth(2).click()
    await page.keyboard.press('ArrowUp')
    const colour = page.getByRole('button', { name: 'colour', exact: true })
    await eventually(() => colour.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Alt+ArrowRight')
    await eventually(async () => (await fields(page)).slice(0, 3)).toEqual(['name', 'weight', 'colour'])
    const before = await widthOf(header(page, 'colour'))
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await eventually(async () => (await widthOf(header(page, 'colour'))) > before).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=weight$/)
    await eventually(async () => (await names(page))[0]).toBe('jade')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL(/sort=weight%2Cname$/)
    await eventually(() => names(page)).toEqual(['jade', 'opal', 'ruby'])
    // The address may change before what is shown.
    await page.getByText(', ascending, 2 of 2 in the order').waitFor({ state: 'attached' })
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL(/sort=weight%2C-name$/)
    await eventually(() => names(page)).toEqual(['jade', 'ruby', 'opal'])
    await page.reload()
    await eventually(() => names(page)).toEqual(['jade', 'ruby', 'opal'])
    await page.getByText(', descending, 2 of 2 in the order').waitFor({ state: 'attached' })
    await expectAccessible(page)
    await header(page, 'weight')
      .getByRole('button', { name: /^weight/ })
      .focus()
    await page.keyboard.press('ArrowDown')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell')
  })
})
