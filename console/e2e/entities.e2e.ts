import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleForFile, eventually, expectToFit, openAs, screenshot, toast } from './console.ts'
import { APP, cell, listOrders, newestOrder, ORDERS, rows } from './record-steps.ts'

/** Refusals are what some tests are about; everything else is a fault. */
const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(403|422)/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})

const data = (entity = 'Order', search = '') =>
  `/w/${atrium.workspaceId}/apps/${APP}/entities/${entity}${search}`
const api = () => atrium.app.as(token)
const orders = (q: object) => listOrders(api(), q)
const anOrder = (q: object) => newestOrder(api(), q)

describe('the data of an app', () => {
  test('is reached from the list of apps, and shows the records by their schema', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/apps`)
    await page.getByRole('button', { name: 'Actions for Orders' }).click()
    await page.getByRole('menuitem', { name: 'Data' }).click()
    await page.waitForURL(/\/entities\/Customer$/)
    await page.getByRole('navigation', { name: 'Entities' }).getByRole('link', { name: 'Order' }).click()
    await eventually(() => rows(page).count()).toBe(30)
    await page.getByText('30 records', { exact: true }).waitFor()
    const newest = await anOrder({})
    expect(await rows(page).first().textContent()).toContain(newest.number)

    await page.getByRole('button', { name: 'total', exact: true }).click()
    await page.waitForURL(/sort=total/)
    await page.locator('th[aria-sort=ascending]').waitFor()
    await page.getByRole('button', { name: 'total', exact: true }).click()
    await page.waitForURL(/sort=-total/)
    const [dearest] = await api().records.list(ORDERS, { sort: '-total', limit: 1 })
    await eventually(() => rows(page).first().textContent()).toContain(
      String((dearest as { number?: string }).number),
    )
  })

  test('is read as one scrolls, however long it is, and fields that hold a lot are short', async () => {
    const at = { app_id: APP, entity_name: 'Reading' }
    await api().schemas.set(
      { app_id: APP, name: 'Reading' },
      { properties: { place: { type: 'string' }, values: { type: 'array', items: { type: 'number' } } } },
    )
    const many = Array.from({ length: 700 }, (_, n) => ({ place: `shelf ${n}`, values: [n, 1, 2, 3] }))
    await api().records.bulk_create(at, many.slice(0, 350))
    await api().records.bulk_create(at, many.slice(350))
    const page = await atrium.open(data('Reading', '?sort=created_date'))
    const asked: URLSearchParams[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v2/list')) asked.push(new URL(request.url()).searchParams)
    })
    const grid = page.getByRole('grid')
    const row = (n: number) => grid.locator(`tr[aria-rowindex="${n + 2}"]`)
    const scrollTo = (part: number) =>
      grid.evaluate((table, to) => {
        const frame = table.closest('.overflow-auto')
        frame?.scrollTo({ top: frame.scrollHeight * to })
      }, part)
    await row(0).getByText('+2').waitFor()
    await page.getByText('700 records', { exact: true }).waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('701')
    expect(await rows(page).count()).toBeLessThan(80)

    const head = () => page.locator('th[data-field="place"]').boundingBox()
    const before = await head()
    // Scrolling goes on by the cursor, a jump by the position.
    await scrollTo(0.13)
    await row(100).getByRole('checkbox').waitFor()
    expect(asked.map((one) => [one.has('cursor'), one.get('skip')]).at(-1)).toEqual([true, null])
    await scrollTo(1)
    const [last] = await api().records.list(at, { sort: '-created_date', limit: 1 })
    await row(699)
      .getByText(String((last as { place?: string }).place))
      .waitFor()
    expect(asked.at(-1)?.get('skip')).toBe('600')
    expect(await head()).toEqual(before)
    expect(await rows(page).count()).toBeLessThan(80)

    // What others change shows there, and keys lead from one end to the other.
    await api().records.update({ ...at, entity_id: String(last?.id) }, { place: 'moved' })
    await row(699).getByText('moved').waitFor()
    await row(698).locator('[data-cell$=" place"]').click()
    await page.keyboard.press('ControlOrMeta+Home')
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)
    await eventually(focused).toBe('2')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('PageUp')
    await eventually(async () => Number(await focused())).toBeGreaterThan(660)
    await page.keyboard.press('Home')
    await page.keyboard.type('typed')
    // Leaving it by scrolling takes what was typed.
    await scrollTo(0)
    await row(0).getByRole('checkbox').waitFor()
    await eventually(() => api().records.count(at, { q: '{"place":"typed"}' })).toEqual({ count: 1 })
    await page.keyboard.press('ArrowDown')
    await eventually(async () => Number(await focused())).toBeGreaterThan(660)

    // The head stands where its rows are drawn.
    await scrollTo(0)
    await row(0).getByRole('checkbox').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click({ force: true })
    await toast(page, 'The first 500 of 700 records are selected')
    await page.getByText('500 records selected').waitFor()
    await api().schemas.delete({ app_id: APP, name: 'Reading' })
  })

  test('is edited in place by keyboard: Enter takes, Escape leaves, Tab goes on', async () => {
    const order = await anOrder({ status: 'new' })
    const at = { ...ORDERS, entity_id: order.id }
    const page = await atrium.open(data())
    const customer = await cell(page, order.number, 'customer')
    await customer.click()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Nobody')
    await page.keyboard.press('Escape')
    expect(await customer.textContent()).toBe(order.customer)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Zoë & Sons')
    await page.keyboard.press('Tab')
    // The next cell is a choice, and takes its value the same way.
    const status = page.getByRole('combobox', { name: /^status of/ })
    await status.selectOption({ label: 'confirmed' })
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: /^total of/ }).fill('12.5')
    await page.keyboard.press('Enter')
    await eventually(async () => await api().records.get(at)).toMatchObject({
      customer: 'Zoë & Sons',
      status: 'confirmed',
      total: 12.5,
    })
    const total = await cell(page, order.number, 'total')
    await eventually(() => total.textContent()).toBe('12.5')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('Q')
    await page.keyboard.press('Enter')
    await eventually(async () => (await api().records.get(at)) as object).toMatchObject({ customer: 'Q' })
    await api().records.update(at, { customer: order.customer, status: 'new', total: order.total })
  })

  test('is filtered by rows or by JSON, and the address keeps it', async () => {
    const page = await atrium.open(data())
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('form', { name: 'Filter records' })
    const choose = async (label: RegExp, option: string) => {
      await form.getByRole('button', { name: label }).last().click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose(/Field$/, 'status')
    await choose(/Value$/, 'shipped')
    await form.getByRole('button', { name: 'Add condition' }).click()
    await choose(/Field$/, 'total')
    await choose(/Operator$/, 'is at least')
    await form.getByLabel('Value').last().fill('1000')
    await screenshot(page, 'records-filter')
    await form.getByRole('button', { name: 'Apply filter' }).click()
    await page.waitForURL(/q=/)
    const wanted = { status: 'shipped', total: { $gte: 1000 } }
    expect(JSON.parse(new URL(page.url()).searchParams.get('q') ?? '')).toEqual(wanted)
    const found = await orders(wanted)
    await eventually(() => rows(page).count()).toBe(found.length)
    await page.getByRole('listitem').filter({ hasText: 'total is at least 1000' }).waitFor()
    await page.reload()
    await eventually(() => rows(page).count()).toBe(found.length)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await form.getByText('As JSON').click()
    await form.getByLabel('Filter as JSON').fill('{"nothing": 1}')
    await form.getByRole('button', { name: 'Apply filter' }).click()
    await page.getByText('There is no field "nothing"').waitFor()
    await form.getByLabel('Filter as JSON').fill('{"$nor": [{"status": "delivered"}]}')
    await form.getByRole('button', { name: 'Apply filter' }).click()
    await page.getByText('it is not so that status is “delivered”').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('30 records', { exact: true }).waitFor()
  })

  test('shows what others change as it happens', async () => {
    const order = await anOrder({ status: 'picking' })
    const page = await atrium.open(data())
    await page.getByText('Live', { exact: true }).waitFor()
    await api().records.update({ ...ORDERS, entity_id: order.id }, { customer: 'Changed elsewhere' })
    await rows(page).filter({ hasText: 'Changed elsewhere' }).waitFor()
    const made = await api().records.create(ORDERS, { number: 'HP-90001', customer: 'Elsewhere' })
    await page.getByText('1 new record').waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await rows(page).filter({ hasText: 'HP-90001' }).waitFor()
    await api().records.delete({ ...ORDERS, entity_id: made.id })
    await eventually(() => rows(page).filter({ hasText: 'HP-90001' }).count()).toBe(0)
    await api().records.update({ ...ORDERS, entity_id: order.id }, { customer: order.customer })
  })

  test('is brought in from a file with a report of bad rows, and taken out as a file', async () => {
    const page = await atrium.open(data())
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const csv = 'number,customer,total\nHP-80001,Ada,10\nwrong,Bob,20\nHP-80002,Cleo,much\n'
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 record was created').waitFor()
    await page.getByText('2 rows were left out').waitFor()
    const bad = page.getByRole('table', { name: 'Rows that were left out' }).locator('tbody tr')
    expect(await bad.count()).toBe(2)
    expect(await bad.first().textContent()).toMatch(/^2number/)
    expect(await bad.last().textContent()).toMatch(/^3total/)
    await screenshot(page, 'records-import')
    await page.getByRole('button', { name: 'Done' }).click()
    await rows(page).filter({ hasText: 'HP-80001' }).waitFor()

    await page.goto(data('Order', `?q=${encodeURIComponent('{"number":"HP-80001"}')}`))
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Order.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('HP-80001')
    await api().records.delete_many(ORDERS, { number: 'HP-80001' })
  })

  test('is for those who can edit the app', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const page = await openAs(atrium, viewer, data())
    await page.getByRole('heading', { name: 'For editors' }).waitFor()
  })

  test('fits a phone and the dark', async () => {
    const shown = (page: Page) => eventually(() => rows(page).count()).toBe(12)
    await expectToFit(atrium, [{ name: 'records', path: data('Customer'), shown }])
  })
})
