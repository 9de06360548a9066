/** What is typed into records reaches the record it was typed for, or stays with the person. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, eventually, screenshot, toast } from './console.ts'

/** Refusals and the lost network are what these tests are about. */
const atrium = consoleForFile({ rate_limits: 'off' }, /Failed to load resource.*(404|412|ERR_)|WebSocket/)
let token: string
beforeAll(async () => {
  token = (await atrium.app.anonymous.session.create(atrium)).token
  await api().schemas.set(
    { app_id: APP, name: 'Guest' },
    { properties: { name: { type: 'string' }, city: { type: 'string' }, note: { type: 'string' } } },
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
