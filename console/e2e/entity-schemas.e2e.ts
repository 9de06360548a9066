import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleForFile, eventually, expectToFit, screenshot, toast } from './console.ts'
import { choose, field } from './schema-steps.ts'

const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*422/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
})

const APP = 'app_demo_orders'
const schemas = (rest = '') => `/w/${atrium.workspaceId}/apps/${APP}/entity-schemas${rest}`
const saved = (name: string) => atrium.app.as(token).schemas.read({ app_id: APP, name })
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

describe('the schema editor', () => {
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
