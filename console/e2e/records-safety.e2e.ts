/** What is typed into records reaches the record it was typed for, or stays with the person. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, screenshot, toast } from './console.ts'

/** Refusals and the lost network are what these tests are about. */
const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(403|404|412|ERR_)|WebSocket/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
  await api().schemas.set(
    { app_id: APP, name: 'Guest' },
    {
      properties: {
        name: { type: 'string' },
        city: { type: 'string' },
        note: { type: 'string' },
        age: { type: 'integer', minimum: 0 },
        host: { type: 'string', 'x-entity': 'Guest' },
      },
      rls: { update: { 'data.name': { $ne: 'Locked' } } },
    },
  )
})

const APP = 'app_demo_orders'
const GUESTS = { app_id: APP, entity_name: 'Guest' }
const api = () => atrium.app.as(token)
const guest = (entity_id: string) => ({ ...GUESTS, entity_id })
const row = (page: Page, name: string) => page.getByRole('grid').locator('tbody tr').filter({ hasText: name })
const notices = (page: Page) => page.getByRole('list', { name: 'Edits that need you' })

/** Guests of these names, and nobody else, the first on top. */
async function open(...names: string[]) {
  await api().records.delete_many(GUESTS, {})
  const made = []
  for (const name of names.toReversed())
    made.unshift(await api().records.create(GUESTS, { name, city: 'Rome' }))
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps/${APP}/entities/Guest`)
  await page.getByText('Live', { exact: true }).waitFor()
  await row(page, names[0] ?? '').waitFor()
  return { page, ids: made.map(({ id }) => id) as [string, string, string] }
}

async function typeInto(page: Page, name: string, field: string, text: string) {
  const place = ['name', 'city', 'note'].indexOf(field) + 1
  await row(page, name).locator('td').nth(place).dblclick()
  await page.getByRole('textbox', { name: new RegExp(`^${field} of`) }).fill(text)
}

describe('a cell that is open', () => {
  test('keeps its record while rows go and come around it', async () => {
    const { page, ids } = await open('Ada', 'Bob', 'Cleo')
    await typeInto(page, 'Bob', 'city', 'Paris')
    await api().records.delete(guest(ids[0]))
    await eventually(() => row(page, 'Ada').count()).toBe(0)
    await page.keyboard.press('Enter')
    await eventually(() => api().records.get(guest(ids[1])) as Promise<object>).toMatchObject({
      city: 'Paris',
    })
    expect(await api().records.get(guest(ids[2]))).toMatchObject({ city: 'Rome' })
    // The focus stays with the record, too: what is typed next is typed there.
    await page.keyboard.type('Oslo')
    await page.keyboard.press('Enter')
    await eventually(() => api().records.get(guest(ids[1])) as Promise<object>).toMatchObject({
      city: 'Oslo',
    })
  })

  test('says that its record was deleted, and keeps what was typed', async () => {
    const { page, ids } = await open('Ada', 'Bob')
    await typeInto(page, 'Ada', 'note', 'a long story')
    await api().records.delete(guest(ids[0]))
    await notices(page).getByText('Ada was deleted while you edited note.').waitFor()
    await notices(page).getByText('a long story').waitFor()
    // Who goes on typing writes into no other record.
    await page.keyboard.type(' without end')
    await page.keyboard.press('Enter')
    expect(await row(page, 'Bob').getByRole('textbox').count()).toBe(0)
    await screenshot(page, 'records-gone')
    await notices(page).getByRole('button', { name: 'Create it again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create it again' }).click()
    await toast(page, '1 record created again')
    await row(page, 'Ada').getByText('a long story').waitFor()
    await eventually(() => notices(page).count()).toBe(0)
    const found = await api().records.list(GUESTS, { q: '{"name":"Ada"}' })
    expect(found).toMatchObject([{ city: 'Rome', note: 'a long story' }])
  })
})

describe('two people who change one record', () => {
  test('in a cell: the second sees both values and chooses', async () => {
    const { page, ids } = await open('Ada', 'Bob')
    // Another field is no dispute.
    await typeInto(page, 'Ada', 'city', 'Mine')
    await api().records.update(guest(ids[0]), { note: 'from elsewhere' })
    await page.keyboard.press('Enter')
    await eventually(() => api().records.get(guest(ids[0])) as Promise<object>).toMatchObject({
      city: 'Mine',
      note: 'from elsewhere',
    })
    for (const [choice, theirs, city] of [
      ['Take theirs', 'Bonn', 'Bonn'],
      ['Keep mine', 'Ulm', 'Mine again'],
    ] as const) {
      await typeInto(page, 'Ada', 'city', 'Mine again')
      await api().records.update(guest(ids[0]), { city: theirs })
      await page.keyboard.press('Enter')
      const notice = notices(page).getByRole('alert').filter({ hasText: 'Somebody changed city of Ada.' })
      await notice.getByText(theirs).waitFor()
      await notice.getByText('Mine again').waitFor()
      expect(await api().records.get(guest(ids[0]))).toMatchObject({ city: theirs })
      await screenshot(page, 'records-changed')
      await notice.getByRole('button', { name: choice }).click()
      await eventually(() => api().records.get(guest(ids[0])) as Promise<object>).toMatchObject({ city })
      await eventually(() => notices(page).count()).toBe(0)
      await row(page, 'Ada').getByText(city).waitFor()
    }
  })

  test('in the form: the second sees both values and chooses', async () => {
    const { page, ids } = await open('Ada')
    await page.getByRole('button', { name: 'Actions for Ada' }).click()
    await page.getByRole('menuitem', { name: 'Edit in a form' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('city').fill('Mine')
    await form.getByLabel('note').fill('mine too')
    await api().records.update(guest(ids[0]), { city: 'Theirs' })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('Somebody changed this record').waitFor()
    expect(await api().records.get(guest(ids[0]))).not.toHaveProperty('note')
    await screenshot(page, 'record-form-changed')
    await form.getByRole('radio', { name: /Take theirs/ }).check({ force: true })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await toast(page, 'Record saved')
    expect(await api().records.get(guest(ids[0]))).toMatchObject({ city: 'Theirs', note: 'mine too' })
  })
})

test('an edit and a deletion are taken back', async () => {
  const { page, ids } = await open('Ada', 'Bob')
  await typeInto(page, 'Ada', 'city', 'Paris')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo city' }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await eventually(() => api().records.get(guest(ids[0])) as Promise<object>).toMatchObject({ city: 'Rome' })
  await eventually(() => page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Actions for Bob' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(() => row(page, 'Bob').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo deletion' }).click()
  await page.getByText('with a new id, new dates and you as the author').waitFor()
  await screenshot(page, 'records-undo-deletion')
  await page.getByRole('button', { name: 'Create it again' }).click()
  await row(page, 'Bob').waitFor()
  expect(await api().records.list(GUESTS, { q: '{"name":"Bob"}' })).toMatchObject([{ city: 'Rome' }])
})

test('edits without network wait, say so, and are sent when it is back', async () => {
  const { page, ids } = await open('Ada', 'Bob')
  await page.context().setOffline(true)
  await typeInto(page, 'Ada', 'city', 'Paris')
  await page.keyboard.press('Enter')
  await row(page, 'Ada').getByText('Waiting for the network').waitFor()
  await row(page, 'Ada').getByText('Paris').waitFor()
  await typeInto(page, 'Bob', 'city', 'Oslo')
  await page.keyboard.press('Enter')
  await row(page, 'Bob').getByText('Waiting for the network').waitFor()
  await screenshot(page, 'records-waiting')
  await api().records.update(guest(ids[1]), { city: 'Theirs' })
  await page.context().setOffline(false)
  await eventually(() => api().records.get(guest(ids[0])) as Promise<object>).toMatchObject({ city: 'Paris' })
  await notices(page).getByText('Somebody changed city of Bob.').waitFor()
  expect(await api().records.get(guest(ids[1]))).toMatchObject({ city: 'Theirs' })
  await eventually(() => row(page, 'Ada').getByText('Waiting for the network').count()).toBe(0)
})

test('the history of a record says who changed what, from the menu and from the form', async () => {
  const { page, ids } = await open('Ada')
  for (let n = 1; n <= 21; n++) await api().records.update(guest(ids[0]), { note: `note ${n}` })
  await api().records.update(guest(ids[0]), { city: 'Paris' })
  await page.getByRole('button', { name: 'Actions for Ada' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History of Ada' })
  const changes = panel.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await eventually(() => changes.count()).toBe(20)
  const first = await changes.first().innerText()
  for (const part of [atrium.email, 'changed it', 'city', 'Rome', 'Paris']) expect(first).toContain(part)
  await screenshot(page, 'record-history')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Show older changes' }).click()
  await eventually(() => changes.count()).toBe(23)
  expect(await changes.last().innerText()).toContain('created it')
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Actions for Ada' }).click()
  await page.getByRole('menuitem', { name: 'Edit in a form' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Guest' })
  await form.getByLabel('city').fill('Oslo')
  await form.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog', { name: 'History of Guest' }).getByText('Paris').first().waitFor()
  await page.keyboard.press('Escape')
  // What was typed is there still.
  expect(await form.getByLabel('city').inputValue()).toBe('Oslo')
})

/** As a spreadsheet leaves it on the clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
const cellOf = (page: Page, name: string, field: string) =>
  row(page, name).locator(`[data-cell$=" ${field}"]`)
const stored = async (field: string) => {
  const found = await api().records.list(GUESTS, {})
  return found.map((one) => (one as { [field: string]: unknown })[field] ?? null)
}

test('cells are pasted from a spreadsheet, copied and taken back, never over what others changed', async () => {
  const { page, ids } = await open('Ada', 'Bob', 'Cleo')
  await cellOf(page, 'Ada', 'city').click()
  await paste(page, 'Paris\t"one\ntwo"\r\nOslo\t=new\r\n')
  await toast(page, '4 cells in 2 records changed')
  expect([await stored('city'), await stored('note')]).toEqual([
    ['Paris', 'Oslo', 'Rome'],
    ['one\ntwo', '=new', null],
  ])
  await page.keyboard.press('ControlOrMeta+z')
  await eventually(async () => [await stored('city'), await stored('note')]).toEqual([
    ['Rome', 'Rome', 'Rome'],
    [null, null, null],
  ])

  await cellOf(page, 'Ada', 'city').getByText('Rome').waitFor()

  // A range by keys; what is copied fills another range that it fits into.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('1 row, 2 columns selected').waitFor({ state: 'attached' })
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2)
  await page.keyboard.press('ControlOrMeta+c')
  await toast(page, '2 cells copied')
  await cellOf(page, 'Bob', 'city').click()
  await cellOf(page, 'Cleo', 'note').click({ modifiers: ['Shift'] })
  await screenshot(page, 'records-range')
  await page.keyboard.press('ControlOrMeta+v')
  await eventually(() => stored('note')).toEqual([null, 'Rome', 'Rome'])
  expect(await stored('city')).toEqual(['Rome', 'Ada', 'Ada'])

  await api().records.update(guest(ids[1]), { city: 'Theirs' })
  await row(page, 'Theirs').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  const left = page.getByRole('alert', { name: 'Records that were not changed' })
  await left.getByText('1 record changed, 1 record left as it is').waitFor()
  await left.getByText('Bob: Somebody changed city').waitFor()
  expect([await stored('city'), await stored('note')]).toEqual([
    ['Rome', 'Theirs', 'Rome'],
    [null, 'Rome', null],
  ])
  await screenshot(page, 'records-not-changed')
  await left.getByRole('button', { name: 'Dismiss' }).click()

  // All is checked before anything is written.
  await cellOf(page, 'Ada', 'note').click()
  await paste(page, 'fits\tmany\nfits\t7')
  const dialog = page.getByRole('dialog', { name: '1 cell cannot be written' })
  expect(await dialog.getByRole('row').last().innerText()).toMatch(/Ada\s+age\s+many\s+This is not a number/)
  expect(await stored('age')).toEqual([null, null, null])
  await dialog.getByRole('button', { name: 'Write the other 3 cells' }).click()
  await eventually(() => stored('age')).toEqual([null, 7, null])
  await paste(page, 'x\n'.repeat(1_001))
  await toast(page, 'At most 1,000 cells are changed at once.')
  await cellOf(page, 'Bob', 'age').click()
  await page.keyboard.press('Delete')
  await eventually(() => stored('age')).toEqual([null, null, null])
})

test('a field of many records is set at once, with the reason where one is refused; a reference opens', async () => {
  const { page, ids } = await open('Ada', 'Locked', 'Cleo')
  await page.getByRole('checkbox', { name: 'Select all' }).check({ force: true })
  await page.getByRole('button', { name: 'Set a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 3 records' })
  const choose = async (field: string) => {
    await dialog.getByRole('button', { name: /Field$/ }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  await choose('age')
  await dialog.getByRole('textbox', { name: /^age/ }).fill('-1')
  await dialog.getByRole('button', { name: 'Set age of 3 records' }).click()
  await dialog.getByText('This is less than 0.').waitFor()
  await choose('host')
  await dialog.getByRole('textbox', { name: /^host/ }).fill(ids[2])
  await screenshot(page, 'records-set-field')
  await dialog.getByRole('button', { name: 'Set host of 3 records' }).click()
  const left = page.getByRole('alert', { name: 'Records that were not changed' })
  await left.getByText('Locked: Your changes to this record are refused').waitFor()
  expect(await stored('host')).toEqual([ids[2], null, ids[2]])

  // The cell says what the other record is called; what is edited and copied is its id.
  await eventually(() => cellOf(page, 'Ada', 'host').innerText()).toBe('Cleo')
  await cellOf(page, 'Ada', 'host').getByRole('button', { name: 'Open Guest Cleo' }).click()
  const other = page.getByRole('dialog', { name: 'Edit Guest' })
  expect(await other.getByLabel('name').inputValue()).toBe('Cleo')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo 2 cells in 2 records' }).click()
  await eventually(() => stored('host')).toEqual([null, null, null])
})
