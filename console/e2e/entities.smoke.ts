import { expect, test } from 'vitest'
import { eventually, ownerClient, screenshot, sharedConsole, toast } from './console.ts'
import { APP, cell, listOrders, newestOrder, ORDERS, rows } from './record-steps.ts'

// Refused values are what one test is about.
const atrium = sharedConsole(/Failed to load resource.*(403|422)/)
const data = () => `/w/${atrium.workspaceId}/apps/${APP}/entities/Order`

test('a cell shows why its new value was refused, and shows the old one again', async () => {
  const api = await ownerClient(atrium)
  const open = await newestOrder(api, { status: 'picking' })
  const done = await newestOrder(api, { status: 'delivered' })
  const page = await atrium.open(data())
  const edit = async (number: string, field: string, text: string) => {
    const place = await cell(page, number, field)
    await place.dblclick()
    await place.getByRole('textbox').fill(text)
    await page.keyboard.press('Enter')
    return place
  }
  const number = await edit(open.number, 'number', 'XY-1')
  await page.getByText("String should match pattern '^HP-\\d{5}$'").waitFor()
  await number.getByText(open.number).waitFor()
  const margin = await edit(open.number, 'margin', '0.9')
  await margin.getByText('A field rule does not let you write this field.').waitFor()
  const customer = await edit(done.number, 'customer', 'Somebody')
  await customer.getByText('refused by the entity’s row rule').waitFor()
  await customer.getByText(done.customer).waitFor()
  await screenshot(page, 'records-refused')
  expect(await customer.getAttribute('aria-invalid')).toBe('true')
  const pieces = await edit(open.number, 'pieces', 'many')
  await pieces.getByText('This is not a number.').waitFor()

  await page.getByText('Act past the rules').click()
  await page.getByText('You act past the rules').waitFor()
  const passed = await edit(done.number, 'customer', 'Somebody')
  await eventually(
    async () => (await api.records.get({ ...ORDERS, entity_id: done.id })) as object,
  ).toMatchObject({ customer: 'Somebody' })
  expect(await passed.textContent()).toBe('Somebody')
  const { items } = await api.audit.list({ limit: 1 }, { query: { workspaceId: atrium.workspaceId } })
  expect(items[0]).toMatchObject({ action: 'records.update', target_id: done.id })
  await screenshot(page, 'records-past-rules')
})

test('records are created by a form made from the schema, and selected ones deleted', async () => {
  const api = await ownerClient(atrium)
  const page = await atrium.open(data())
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('number').fill('12')
  await form.getByRole('button', { name: 'Create' }).click()
  await form
    .getByText('This does not have the expected form.')
    .or(form.getByText(/should match pattern/))
    .waitFor()
  await form.getByLabel('number').fill('HP-99999')
  await form.getByLabel('customer').fill('Walk-in')
  await form.getByLabel('tags').fill('gift\nfragile')
  await screenshot(page, 'record-new')
  await form.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Order created')
  await rows(page).filter({ hasText: 'HP-99999' }).getByText('fragile').waitFor()
  expect(await newestOrder(api, { number: 'HP-99999' })).toMatchObject({
    status: 'new',
    tags: ['gift', 'fragile'],
  })

  const second = await api.records.create(ORDERS, { number: 'HP-99998', customer: 'Walk-in' })
  await page.getByText('1 new record').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  // The rows move down for it.
  await rows(page).filter({ hasText: 'HP-99998' }).waitFor()
  for (const number of ['HP-99999', 'HP-99998'])
    await page.getByRole('checkbox', { name: `Select ${number}` }).check({ force: true })
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, '2 records deleted')
  await page.getByText('30 records', { exact: true }).waitFor()
  expect(await listOrders(api, { id: second.id })).toEqual([])
})
