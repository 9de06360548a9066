import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleForFile, eventually, expectToFit, screenshot, toast } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*422/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})

const APP = 'app_demo_orders'
const schemas = (rest = '') => `/w/${atrium.workspaceId}/apps/${APP}/entity-schemas${rest}`
const saved = (name: string) => atrium.app.as(token).schemas.read({ app_id: APP, name })
const field = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Fields' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

/** As pasted: filling in an editable region has Chromium write inline styles, which the policy refuses. */
async function pasteInto(editor: Locator, text: string) {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

async function choose(page: Page, label: string | RegExp, option: string) {
  await page.getByRole('dialog').getByRole('button', { name: label }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('the schema editor', () => {
  test('makes an entity with rules, gives it fields, and deletes it', async () => {
    const page = await atrium.open(schemas())
    await page.waitForURL(/\/entity-schemas\/Customer$/)
    await page.getByRole('button', { name: 'New entity' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Task')
    await screenshot(page, 'schema-new')
    await page.getByRole('button', { name: 'Create entity' }).click()
    await page.waitForURL(/\/entity-schemas\/Task$/)
    await page.getByRole('heading', { name: 'Task' }).waitFor()

    await page.getByRole('button', { name: 'Add field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('hours')
    await choose(page, /Type$/, 'Number')
    await dialog.getByLabel('Description').fill('How long it takes')
    await dialog.getByText('Required', { exact: true }).click()
    await dialog.getByLabel('Smallest').fill('0')
    await screenshot(page, 'schema-field')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await field(page, 'hours').getByText('At least 0').first().waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Task saved')
    await eventually(() => page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0)
    expect(await saved('Task')).toMatchObject({
      properties: { hours: { type: 'number', description: 'How long it takes', minimum: 0 } },
      required: ['hours'],
      rls: { read: true },
    })

    await page.getByRole('button', { name: 'Actions for hours' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('link', { name: 'Customer' }).click()
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await field(page, 'hours').waitFor()

    await page.getByRole('button', { name: 'Actions for Task' }).click()
    await page.getByRole('menuitem', { name: 'Delete entity' }).click()
    await page.getByLabel('Type “Task” to confirm').fill('Task')
    await page.getByRole('button', { name: 'Delete entity' }).click()
    await toast(page, 'Task deleted')
    await expect(saved('Task')).rejects.toMatchObject({ code: 'entity_not_found' })
  })

  test('shows what the server refuses at the field and in the JSON', async () => {
    const page = await atrium.open(schemas('/Order'))
    const json = page.getByRole('textbox', { name: 'Schema as JSON' })
    await json.waitFor()
    const before = await saved('Order')
    const properties = before.properties ?? {}
    const customer = { ...properties.customer, format: 'dat', maxLength: -1 }
    const draft = { ...before, properties: { ...properties, customer } }
    await pasteInto(json, JSON.stringify(draft, null, 2))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 places are wrong').waitFor()
    await field(page, 'customer')
      .getByText(/^format: /)
      .waitFor()
    await field(page, 'customer')
      .getByText(/^maxLength: /)
      .waitFor()
    const marked = page.locator('.cm-lintRange-error')
    await eventually(() => marked.allInnerTexts()).toEqual(['"maxLength"', '"format"'])
    await field(page, 'customer').scrollIntoViewIfNeeded()
    await screenshot(page, 'schema-refused')

    await pasteInto(json, '{ "properties": ')
    await page.getByText('The JSON cannot be read.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await saved('Order')).toEqual(before)

    // What may be left out is there after saving, and is no change.
    const { name: _, type: __, ...bare } = before
    await pasteInto(json, JSON.stringify({ ...bare, description: 'Orders of all shops' }))
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Order saved')
    await eventually(() => page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0)
    expect(await saved('Order')).toEqual({ ...before, description: 'Orders of all shops' })

    // What nobody enforces is kept, and said.
    const named = { type: 'string', unique: true }
    await pasteInto(json, JSON.stringify({ ...before, properties: { ...properties, Straße: named } }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('note').getByText('properties › Straße › unique').waitFor()
    await page.getByRole('button', { name: 'Actions for Straße' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(() => page.getByRole('note').filter({ hasText: 'unique' }).count()).toBe(0)
  })
})

describe('the rule editor', () => {
  test('explains rules in words, builds them, and tries them before they are saved', async () => {
    const before = await saved('Order')
    const page = await atrium.open(schemas('/Order/rls'))
    const records = page.getByRole('region', { name: 'Records' })
    await records
      .getByText('Only users whose role is “admin”')
      .or(records.getByText(/status is not one of/))
      .waitFor()
    const tried = page.getByRole('table', { name: 'What the rules allow' })
    await eventually(() => tried.locator('tbody tr').count()).toBe(20)
    const outcomes = async (column: number) =>
      new Set(await tried.locator('tbody tr').locator(`td:nth-of-type(${column})`).allInnerTexts())
    expect(await outcomes(1)).toEqual(new Set(['Yes']))
    expect(await outcomes(2)).toEqual(new Set(['No']))

    await page.getByRole('button', { name: 'Change who may read' }).first().click()
    const dialog = page.getByRole('dialog')
    await choose(page, /Allowed for$/, 'Some users')
    await dialog.getByRole('button', { name: 'Add an alternative' }).click()
    await dialog.getByText('Only the person who created the record, or users whose role is “admin”').waitFor()
    await screenshot(page, 'rule-builder')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await eventually(() => outcomes(1)).toEqual(new Set(['No']))
    expect(await saved('Order')).toEqual(before)

    const [newest] = await atrium.app
      .as(token)
      .records.list({ app_id: APP, entity_name: 'Order' }, { limit: 1 })
    const creator = String(newest?.created_by)
    await page.getByRole('button', { name: /As$/ }).click()
    await page.getByRole('option', { name: creator }).click()
    await eventually(() => outcomes(1)).toEqual(new Set(['Yes', 'No']))
    const ofCreator = tried.locator('tbody tr').filter({ hasText: `by ${creator}` })
    expect(new Set(await ofCreator.locator('td:nth-of-type(1)').allInnerTexts())).toEqual(new Set(['Yes']))
    await ofCreator.first().getByText('margin').first().waitFor()
    await tried.scrollIntoViewIfNeeded()
    await screenshot(page, 'rules-tried')

    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Order saved')
    expect((await saved('Order')).rls?.read).toEqual({
      $or: [{ created_by_id: '{{user.id}}' }, { user_condition: { role: 'admin' } }],
    })
    await atrium.app.as(token).schemas.set({ app_id: APP, name: 'Order' }, before)
  })

  test('takes a condition as JSON, and shows what is wrong with it at the rule', async () => {
    const page = await atrium.open(schemas('/Order/rls'))
    await page.getByRole('button', { name: 'Change who may delete' }).click()
    await choose(page, /Allowed for$/, 'A condition as JSON')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('{"data.nothing": {"$gt": 5}}')
    await dialog.getByText('Signed-in users, if nothing is more than 5').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The draft cannot be tried yet').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('region', { name: 'Records' })
      .getByText('data.nothing: There is no field "data.nothing"')
      .waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('and the schema fit a phone and the dark', async () => {
    await expectToFit(atrium, [
      {
        name: 'schema',
        path: schemas('/Order'),
        shown: (page) => page.getByRole('textbox', { name: 'Schema as JSON' }).waitFor(),
      },
      {
        name: 'rules',
        path: schemas('/Order/rls'),
        shown: (page) => page.getByRole('table', { name: 'What the rules allow' }).waitFor(),
      },
    ])
  })
})
