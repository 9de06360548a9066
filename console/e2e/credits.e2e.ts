import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../server/test/make.ts'
import { consoleForFile, eventually, openAs } from './console.ts'

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
