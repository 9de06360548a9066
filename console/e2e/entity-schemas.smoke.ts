import type { Client } from '@atrium/sdk'
import { beforeAll, expect, test } from 'vitest'
import { eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { choose, field } from './schema-steps.ts'

const atrium = sharedConsole()
const APP = 'app_demo_orders'
const schemas = (rest = '') => `/w/${atrium.workspaceId}/apps/${APP}/entity-schemas${rest}`
let api: Client
beforeAll(async () => {
  api = await ownerClient(atrium)
})
const saved = (name: string) => api.schemas.read({ app_id: APP, name })

test('an entity is created with rules, gets fields, and is deleted', async () => {
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

test('rules are explained in words, built, and tried before they are saved', async () => {
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

  const [newest] = await api.records.list({ app_id: APP, entity_name: 'Order' }, { limit: 1 })
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
  await api.schemas.set({ app_id: APP, name: 'Order' }, before)
})
