import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp()
const { owner, viewer, guest, stranger } = useTeam(app)

describe('agents.create', () => {
  test('makes an app of kind agent and keeps its instructions', async () => {
    const client = app.as(owner)
    const fields = {
      name: 'Support',
      description: 'Knows the orders',
      logo_url: 'https://example.com/logo.png',
      instructions: 'Be brief.\nBe kind.',
    }
    const agent = await client.agents.create(fields)
    expect(agent).toMatchObject({ ...fields, organization_id: owner.workspace_id, user_role: 'editor' })
    const asApp = await client.apps.read({ app_id: agent.id })
    expect(asApp).toMatchObject({ kind: 'agent', name: 'Support', user_description: 'Knows the orders' })
    expect((await client.apps.list()).items.map(({ id }) => id)).toContain(agent.id)
    expect((await client.agents.list()).items.find(({ id }) => id === agent.id)).toEqual(agent)
  })

  test('needs a name only; one of spaces is none', async () => {
    const agent = await app.as(owner).agents.create({ name: 'Bare' })
    expect(agent).toMatchObject({ description: null, logo_url: null, instructions: '' })
    for (const name of ['', '  ', 'x'.repeat(201)]) {
      const making = app.as(owner).agents.create({ name })
      await expect(making).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'name'] }] })
    }
  })

  test('keeps to 50,000 characters of instructions', async () => {
    const most = 'é'.repeat(50_000)
    const agent = await app.as(owner).agents.create({ name: 'Long', instructions: most })
    expect(agent.instructions).toBe(most)
    const more = app.as(owner).agents.create({ name: 'Long', instructions: `${most}x` })
    await expect(more).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'instructions'] }] })
  })

  test('is for editors of the workspace, with a token that reaches all of it', async () => {
    for (const person of [viewer, guest]) {
      const making = app.as(person).agents.create({ name: 'No' })
      await expect(making).rejects.toEqual(refusal(403, 'editor_required'))
    }
    const elsewhere = { query: { workspaceId: stranger.workspace_id } }
    await expect(app.as(owner).agents.create({ name: 'No' }, elsewhere)).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const limited = app.as(await app.make.token(owner, { app_ids: ['app_other'] }))
    await expect(limited.agents.create({ name: 'No' })).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
  })

  test('takes a logo from the web only', async () => {
    for (const logo_url of ['javascript:alert(1)', 'logo.png', '']) {
      const making = app.as(owner).agents.create({ name: 'No', logo_url })
      await expect(making).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'logo_url'] }] })
    }
  })

  test('shares its sixty a minute with apps.create', { tags: 'slow' }, async () => {
    const maker = await app.make.person('owner')
    const client = app.as(maker)
    const outcomes: number[] = []
    for (let made = 0; made < 62; made++) {
      const making = made % 2 === 0 ? client.agents.create({ name: 'A' }) : client.apps.create({ name: 'A' })
      outcomes.push(
        await making.then(
          () => 201,
          (error) => error.status,
        ),
      )
    }
    expect(outcomes.indexOf(429)).toBe(60)
    expect(outcomes.slice(60)).toEqual([429, 429])
  })
})

describe('agents.list', () => {
  test('shows agents only, newest first, page by page', async () => {
    const person = await app.make.person('owner')
    const client = app.as(person)
    const made: string[] = []
    for (const name of ['A', 'B', 'C']) {
      made.unshift((await client.agents.create({ name, instructions: name.repeat(3) })).id)
      await client.apps.create({ name: `App ${name}` })
    }
    const first = await client.agents.list({ limit: 2 })
    expect(first).toMatchObject({ has_more: true })
    const second = await client.agents.list({ limit: 2, cursor: String(first.next_cursor) })
    expect(second).toMatchObject({ has_more: false, next_cursor: null })
    const items = [...first.items, ...second.items]
    expect(items.map(({ id }) => id)).toEqual(made)
    expect(items.map(({ instructions }) => instructions)).toEqual(['CCC', 'BBB', 'AAA'])
    const foreign = client.apps.list({ cursor: String(first.next_cursor) })
    await expect(foreign).rejects.toMatchObject({ status: 422, detail: [{ loc: ['query', 'cursor'] }] })
  })

  test('leaves out deleted agents and those that were made as an app', async () => {
    const person = await app.make.person('owner')
    const client = app.as(person)
    const gone = await client.agents.create({ name: 'Gone' })
    const kept = await client.apps.create({ name: 'Made as an app', kind: 'agent' })
    await client.apps.delete({ app_id: gone.id })
    const { items } = await client.agents.list()
    expect(items).toMatchObject([{ id: kept.id, instructions: '' }])
  })

  test('shows a viewer all, a guest what they were given, a limited token its own', async () => {
    const workspace = await app.make.workspace()
    const boss = await app.make.person('owner', workspace)
    const reader = await app.make.person('viewer', workspace)
    const visitor = await app.make.person('guest', workspace)
    const [a, b, c] = [1, 2, 3].map(() => app.make.app(boss, { kind: 'agent' }))
    const ids = (await Promise.all([a, b, c])).map((one) => one?.id ?? '')
    const [given, edited, hidden] = ids as [string, string, string]
    await app.make.collaborator({ id: given }, visitor, 'viewer')
    await app.make.collaborator({ id: edited }, visitor, 'editor')
    const seenBy = async (who: Person | string) =>
      (await app.as(who).agents.list()).items.map(({ id, user_role }) => `${id} ${user_role}`).sort()

    expect(await seenBy(reader)).toEqual(ids.map((id) => `${id} viewer`).sort())
    expect(await seenBy(visitor)).toEqual([`${given} viewer`, `${edited} editor`].sort())
    const limited = await app.make.token(boss, { app_ids: [hidden] })
    expect(await seenBy(limited)).toEqual([`${hidden} editor`])
  })

  test('refuses a workspace one is no part of', async () => {
    const listing = app.as(owner).agents.list({ workspaceId: stranger.workspace_id })
    await expect(listing).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })
})
