/** A list that people come back to has a name, and an address to pass on. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, expectToFit, openAs, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })
let token: string
const APP = 'app_demo_orders'
const path = (search = '') => `/w/${atrium.workspaceId}/apps/${APP}/entities/Order${search}`
const api = () => atrium.app.as(token)
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})
const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const fields = (page: Page) =>
  page.locator('th[data-field]').evaluateAll((heads) => heads.map((head) => head.getAttribute('data-field')))
const search = (page: Page) => new URL(page.url()).searchParams
const saved = async () => (await api().record_views.list({ app_id: APP }, { entity_name: 'Order' })).items

describe('views of records', () => {
  test('are saved with filter, order and columns, marked when they are changed, and shared', async () => {
    const q = '{"status":"shipped"}'
    const page = await atrium.open(path(`?q=${encodeURIComponent(q)}&sort=-total`))
    await rows(page).first().waitFor()
    const shipped = await rows(page).count()
    await page.locator('th[data-field="customer"]').hover()
    await page.getByRole('button', { name: 'Options of customer' }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByRole('button', { name: 'Save as a view' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('On their way')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save view' }).click()
    await toast(page, 'View On their way saved')
    await page.waitForURL(/view=rvw_/)
    const [view] = await saved()
    expect(view).toMatchObject({ name: 'On their way', q, sort: '-total', is_shared: false })
    expect(view?.columns).toContainEqual({ field: 'customer', hidden: true })
    await tabs(page).getByRole('link', { name: 'On their way' }).and(page.locator('[aria-current]')).waitFor()
    expect(await page.getByText('Unsaved changes').count()).toBe(0)

    // Without the view everything is there, and the columns are as they were before it.
    await tabs(page).getByRole('link', { name: 'All records' }).click()
    await eventually(() => rows(page).count()).toBeGreaterThan(shipped)
    await eventually(() => fields(page)).toContain('customer')
    await tabs(page).getByRole('link', { name: 'On their way' }).click()
    await eventually(() => rows(page).count()).toBe(shipped)
    await eventually(() => fields(page)).not.toContain('customer')

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await eventually(() => rows(page).count()).toBeGreaterThan(shipped)
    await screenshot(page, 'records-view-changed')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await eventually(() => search(page).get('q')).toBe(q)
    await eventually(() => page.getByText('Unsaved changes').count()).toBe(0)
    await page.getByRole('button', { name: 'total', exact: true }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save view' }).click()
    await toast(page, 'View On their way saved')
    await eventually(() => page.getByText('Unsaved changes').count()).toBe(0)
    expect((await saved())[0]).toMatchObject({ sort: 'total', q })

    const editor = await atrium.app.make.person('editor', { id: atrium.workspaceId })
    const link = path(`?view=${view?.id}`)
    const before = await openAs(atrium, editor, link)
    await rows(before).first().waitFor()
    expect(await tabs(before).count()).toBe(0)
    await page.getByRole('button', { name: 'Options of the view On their way' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Shipped')
    await page.getByText('Share with everybody who can edit this app').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'View Shipped saved')
    const theirs = await openAs(atrium, editor, link)
    await eventually(() => rows(theirs).count()).toBe(shipped)
    expect(search(theirs).get('sort')).toBe('total')
    await tabs(theirs)
      .getByRole('link', { name: /^Shipped/ })
      .waitFor()
    await theirs.getByRole('button', { name: 'Options of the view Shipped' }).click()
    await theirs.getByRole('menuitem', { name: 'Rename or share' }).click()
    await theirs.getByText('Only its owner can make a shared view private again.').waitFor()

    const shown = (one: Page) =>
      tabs(one)
        .getByRole('link', { name: /^Shipped/ })
        .waitFor()
    await expectToFit(atrium, [{ name: 'records-views', path: link, shown }])
    await page.getByRole('button', { name: 'Options of the view Shipped' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'View Shipped deleted')
    await eventually(() => search(page).get('view')).toBeNull()
    expect(await saved()).toEqual([])
  })
})
