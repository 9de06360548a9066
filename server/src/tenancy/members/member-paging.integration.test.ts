import type { operations } from '@atrium/contract'
import { pages, type RequestParts } from '@atrium/sdk'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>

const app = useSharedApp()
let owner: Person
let viewer: Person

beforeAll(async () => {
  owner = await app.make.person('owner', undefined, { email: 'zoe@example.com' })
  viewer = await app.make.person('viewer', { id: owner.workspace_id }, { email: 'vic@example.com' })
  for (let i = 0; i < 5; i++) await join(`m${i}@example.com`)
})

async function join(email: string): Promise<void> {
  await app.make.membership(owner.workspace_id, { ...(await app.make.user()), email }, 'editor')
}

const list = (body: Body = {}, who: Person = owner) => app.as(who).members.list(body)
const namesOf = ({ members }: { members: { email: string }[] }) =>
  members.map(({ email }) => email.split('@')[0])
const names = async (body: Body = {}, who: Person = owner) => namesOf(await list(body, who))
async function walk(body: Body) {
  const seen = []
  for await (const page of pages(app.as(owner).members.list, body)) seen.push(...namesOf(page))
  return seen
}

describe('rule 4: paging', () => {
  const ALL = ['zoe', 'm0', 'm1', 'm2', 'm3', 'm4', 'vic']

  test('visits each once, whatever the size of the page', async () => {
    for (const page_size of [1, 2, 3, 7, 100]) expect(await walk({ page_size })).toEqual(ALL)
    const first = await list({ page_size: 3 })
    expect(first).toMatchObject({ has_more: true, total: 7, next_cursor: expect.any(String) })
    expect(first.next_cursor?.length).toBeLessThanOrEqual(256)
    expect(await list({ page_size: 7 })).toMatchObject({ has_more: false, total: 7, next_cursor: null })
  })

  test('a page may be larger than the one before, and the body written in another order', async () => {
    const body: Body = { search: '@', roles: ['owner', 'editor'], apps_owned: { gte: 0, lte: 9 } }
    const { next_cursor } = await list({ ...body, page_size: 2 })
    const again: Body = { apps_owned: { lte: 9, gte: 0 }, roles: ['owner', 'editor'], search: '@' }
    const unknown = { not_of_this_api: true }
    const rest = await list({ ...unknown, ...again, cursor: next_cursor ?? '', page_size: 50 })
    expect(namesOf(rest)).toEqual(['m1', 'm2', 'm3', 'm4'])
  })

  test('a cursor of null is the first page', async () => {
    expect(await names({ cursor: null })).toEqual(ALL)
  })

  test('a cursor that is not ours for this body starts from the first page', async () => {
    const cursor = (await list({ page_size: 2 })).next_cursor ?? ''
    const [key = '', nonce = '', data = ''] = cursor.split('.')
    const other = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const tampered = [
      [other(key), nonce, data],
      [key, other(nonce), data],
      [key, nonce, other(data)],
      [key, nonce],
    ]
    for (const wrong of [
      '',
      'x',
      '2',
      '2.',
      '..',
      '%',
      'x'.repeat(256),
      '\0',
      ...['\0', ' ', '=', '.', '.x'].map((more) => `${cursor}${more}`),
      '\ud800',
      ...tampered.map((parts) => parts.join('.')),
    ])
      expect(await names({ cursor: wrong })).toEqual(ALL)
    expect(await names({ cursor, roles: ['editor'] })).toEqual(ALL.slice(1, 6))
    expect(await names({ cursor, sort_by: 'role', sort_dir: 'asc' })).toEqual(ALL)
    expect(await names({ cursor }, viewer)).toEqual(ALL)
    expect(await names({ cursor })).toEqual(ALL.slice(2))
  })

  test('nor is one of another workspace, or of another sort that comes to the same order', async () => {
    const elsewhere = await app.make.workspace()
    const zoe = { id: owner.id, email: 'zoe@example.com', full_name: '' }
    await app.make.membership(elsewhere.id, zoe, 'owner')
    await app.make.membership(elsewhere.id, { ...(await app.make.user()), email: 'm0@example.com' }, 'editor')
    const session = app.as(await app.make.session(owner))
    const inWorkspace = (workspaceId: string, body: Body) =>
      session.members.list(body, { query: { workspaceId } })
    const { next_cursor } = await inWorkspace(owner.workspace_id, { page_size: 2 })
    expect(namesOf(await inWorkspace(elsewhere.id, { cursor: next_cursor ?? '' }))).toEqual(['zoe', 'm0'])
    expect(namesOf(await inWorkspace(owner.workspace_id, { cursor: next_cursor ?? '' }))).toEqual(
      ALL.slice(2),
    )

    const cursor = (await list({ page_size: 2 }, viewer)).next_cursor ?? ''
    expect(await names({ cursor, sort_by: 'credits', sort_dir: 'asc' }, viewer)).toEqual(ALL)
    expect(await names({ cursor }, viewer)).toEqual(ALL.slice(2))
  })

  test('says nothing that can be read, and has at most 256 characters however long the emails', async () => {
    const person = await app.make.person('owner')
    for (const [letter, credits_used] of [
      ['a', 1 / 3],
      ['b', 1 / 3],
      ['c', 1e-7],
      ['d', 12345.678901234567],
    ] as const) {
      const email = `${letter.repeat(64)}@${'x'.repeat(185)}.com`
      const member = { ...(await app.make.user()), email, full_name: letter.repeat(200) }
      await app.make.membership(person.workspace_id, member, 'editor', { credits_used })
    }
    for (const sort_by of ['member', 'credits', 'last_active'] as const) {
      const sort = { sort_by, sort_dir: 'asc' } as const
      const { next_cursor } = await list({ page_size: 3, ...sort }, person)
      expect(next_cursor).toMatch(/^[\w.-]{60,256}$/)
      const rest = await list({ cursor: next_cursor ?? '', ...sort }, person)
      expect(rest.members).toHaveLength(2)
    }
  })
})

describe('an old cursor of ours goes on from its position', () => {
  let person: Person
  const people = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8']
  const idOf = new Map<string, string>()

  beforeEach(async () => {
    person = await app.make.person('owner', undefined, { email: 'aa@example.com', full_name: 'aa' })
    for (const [index, name] of people.entries()) {
      const user = { ...(await app.make.user()), email: `${name}@example.com`, full_name: name }
      const columns = { apps_owned: 20 - index, last_active: new Date(Date.UTC(2026, 0, 20 - index)) }
      await app.make.membership(person.workspace_id, user, 'editor', columns)
      idOf.set(name, user.id)
    }
  })
  const change = (name: string, change: RawBuilder<unknown>) =>
    app.sql`update members set ${change} where user_id = ${idOf.get(name)}`
  const remove = (...gone: string[]) =>
    app.sql`delete from members where user_id = any(${gone.map((name) => idOf.get(name))})`
  const SORTS: Body[] = [
    {},
    { sort_by: 'member', sort_dir: 'asc' },
    { sort_by: 'apps', sort_dir: 'desc' },
    { sort_by: 'last_active', sort_dir: 'desc' },
  ]
  /** The owner comes first in some orders and last in others. */
  const others = (found: (string | undefined)[]) => found.filter((name) => name !== 'aa')
  const firstPage = async (body: Body) => {
    const page = await list({ ...body, page_size: 4 }, person)
    const shown = others(namesOf(page))
    return { cursor: page.next_cursor ?? '', shown, rest: people.slice(shown.length) }
  }

  test.each(SORTS)('when people joined in the meantime: %j', async (body) => {
    const { cursor, rest } = await firstPage(body)
    const early = { ...(await app.make.user()), email: 'm0@example.com', full_name: 'm0' }
    await app.make.membership(person.workspace_id, early, 'editor', {
      apps_owned: 100,
      last_active: new Date('2026-02-01'),
    })
    expect(others(await names({ ...body, cursor }, person))).toEqual(rest)
  })

  test.each(SORTS)('when the last of the page, or all of it, is gone: %j', async (body) => {
    const { cursor, shown, rest } = await firstPage(body)
    await remove(shown.at(-1) ?? '')
    expect(others(await names({ ...body, cursor }, person))).toEqual(rest)
    await remove(...shown.map(String))
    expect(others(await names({ ...body, cursor }, person))).toEqual(rest)
  })

  test.each(SORTS)('as well as possible when the next one is gone too: %j', async (body) => {
    const { cursor, shown, rest } = await firstPage(body)
    await remove(...shown.map(String), rest[0] ?? '')
    const found = others(await names({ ...body, cursor }, person))
    expect(rest).toEqual(expect.arrayContaining(found))
  })

  test('when those on the page got another role, number or time in the meantime', async () => {
    for (const body of SORTS.filter(({ sort_by }) => sort_by !== 'member')) {
      const { cursor, shown, rest } = await firstPage(body)
      for (const name of shown) {
        await change(name ?? '', sql`role = 'guest', apps_owned = 0, last_active = null`)
      }
      const found = others(await names({ ...body, cursor }, person))
      expect(found.slice(0, rest.length)).toEqual(rest)
      for (const [index, name] of people.entries())
        await change(
          name,
          sql`role = 'editor', apps_owned = ${20 - index}, last_active = ${new Date(Date.UTC(2026, 0, 20 - index))}`,
        )
    }
  })

  test('when the last one got another name in the meantime', async () => {
    const body: Body = { sort_by: 'member', sort_dir: 'asc' }
    const { cursor, shown, rest } = await firstPage(body)
    await change(String(shown.at(-1)), sql`full_name = 'zz'`)
    expect(others(await names({ ...body, cursor }, person)).slice(0, rest.length)).toEqual(rest)
  })
})
