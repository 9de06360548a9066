import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../server/test/make.ts'
import { consoleForFile, eventually, openAs, screenshot } from './console.ts'

const atrium = consoleForFile({ rate_limits: 'off' })
let owner: Person
let editor: Person
let agent: { id: string }
let path: string
beforeAll(async () => {
  const { make } = atrium.app
  const workspace = await make.workspace({ monthly_limit: 1_000, default_member_credit_limit: 5 })
  owner = await make.person('owner', workspace)
  editor = await make.person('editor', workspace)
  agent = await make.app(owner, { name: 'Helper of all', kind: 'agent' })
  path = `/w/${workspace.id}/members/credits`
  for (const person of [owner, owner, owner, editor]) await talk(person)
})

/** One message and its reply cost a credit. */
async function talk(person: Person) {
  const api = atrium.app.as(person)
  const { id } = await api.conversations.open({ agent_id: agent.id }, {})
  await api.messages.send({ agent_id: agent.id, conversation_id: id }, { content: 'hello' })
}

describe('credits', () => {
  test('an owner sees the month of all and every use, filtered in the address', async () => {
    const page = await openAs(atrium, owner, path)
    const meters = page.getByRole('meter')
    await eventually(() => meters.count()).toBe(2)
    expect(await meters.nth(0).getAttribute('aria-valuetext')).toBe('3 of 5')
    expect(await meters.nth(1).getAttribute('aria-valuetext')).toBe('4 of 1,000')
    const uses = page.getByRole('table', { name: 'Uses of credits' }).getByRole('rowheader')
    await eventually(() => uses.count()).toBe(4)
    await screenshot(page, 'credits')

    await page.getByRole('combobox', { name: 'Member' }).fill(editor.email)
    await page.getByRole('option', { name: /Test Person/ }).click()
    await page.waitForURL((url) => url.searchParams.get('user') === editor.id)
    await eventually(() => uses.count()).toBe(1)
    await page.getByRole('button', { name: `Remove filter: Member: ${editor.email}` }).click()
    await eventually(() => uses.count()).toBe(4)

    await page.getByRole('button', { name: /Used for/ }).click()
    await page.getByRole('option', { name: 'Analysis' }).click()
    await page.getByRole('heading', { name: 'No such uses' }).waitFor()
    await page.goBack()
    await eventually(() => uses.count()).toBe(4)

    await page.getByRole('button', { name: /App$/ }).click()
    await page.getByRole('option', { name: 'Helper of all' }).click()
    await page.waitForURL(/app=/)
    await page.getByLabel('Until this day, in UTC').fill('2020-01-01')
    await page.getByLabel('Until this day, in UTC').press('Enter')
    await page.waitForURL(/app=.*to=2020-01-01/)
    await page.getByRole('heading', { name: 'No such uses' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await eventually(() => uses.count()).toBe(4)

    const [newest] = (await atrium.app.as(owner).credits.list()).items
    const lastDay = newest?.created_date.slice(0, 10) ?? ''
    await page.getByLabel('Until this day, in UTC').fill(lastDay)
    await page.getByLabel('Until this day, in UTC').press('Enter')
    await page.waitForURL((url) => url.searchParams.get('to') === lastDay)
    await page.reload() // what was listed before stays until the new list is there
    await eventually(() => uses.count()).toBe(4)
  })

  test('others see their own, and that the rest is for owners and admins', async () => {
    const page = await openAs(atrium, editor, path)
    await page.getByText('is for owners and admins to see').waitFor()
    expect(await page.getByRole('meter').count()).toBe(1)
    const uses = page.getByRole('table', { name: 'Uses of credits' }).getByRole('row')
    await eventually(() => uses.count()).toBe(2)
    expect(await page.getByRole('combobox', { name: 'Member' }).count()).toBe(0)
  })

  test('the list leads to what one member used', async () => {
    const page = await openAs(atrium, owner, path.replace('/credits', `?search=${editor.email}`))
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Credits used' }).click()
    await page.waitForURL((url) => url.searchParams.get('user') === editor.id)
    const uses = page.getByRole('table', { name: 'Uses of credits' }).getByRole('rowheader')
    await eventually(() => uses.count()).toBe(1)
  })
})
