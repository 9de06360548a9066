import { iterate } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer, guest, stranger } = useTeam(app)
let ids: string[]

/** Two share a name, three a moment; the names end in what few sort rightly. */
const APPS = [
  ['Beta', 1, 5],
  ['alpha', 2, 5],
  ['Alpha', 2, 4],
  ['Beta', 2, 4],
  ['éclair', 3, 1],
  ['林', 4, 2],
  ['\u{1F600}'.repeat(200), 5, 3],
] as const

beforeAll(async () => {
  await app.make.app(stranger)
  ids = []
  for (const [name, created, updated] of APPS) {
    const { id } = await app.make.app(owner, { name })
    const day = (n: number) => `2026-01-0${n}T00:00:00Z`
    await app.sql`update apps set created_date = ${day(created)}, updated_date = ${day(updated)}
      where id = ${id}`
    ids.push(id)
  }
})

const listed = async (who: Person | string, query: object = {}) =>
  (await Array.fromAsync(iterate(app.as(who).apps.list, { limit: 2, ...query }))).map(({ id }) => id)

describe('apps.list', () => {
  test('shows whole apps, as apps.read does', async () => {
    const { items, has_more, next_cursor } = await app.as(viewer).apps.list()
    expect([has_more, next_cursor]).toEqual([false, null])
    expect(items).toHaveLength(APPS.length)
    for (const item of items) expect(item).toEqual(await app.as(viewer).apps.read({ app_id: item.id ?? '' }))
  })

  test.each([
    ['created_date', 1],
    ['updated_date', 2],
    ['name', 0],
  ] as const)('by %s in both directions, page by page, each once', async (column, place) => {
    const keyed = APPS.map((row, i) => ({ key: row[place], id: ids[i] ?? '' }))
    const compare = (a: string | number, b: string | number) =>
      typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
    const expected = keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id)).map(({ id }) => id)
    for (const limit of [1, 2, 3, 100]) {
      expect(await listed(owner, { sort: column, limit })).toEqual(expected)
      expect(await listed(owner, { sort: `-${column}`, limit })).toEqual([...expected].reverse())
    }
    if (column === 'created_date') expect(await listed(owner)).toEqual([...expected].reverse())
  })

  test('an app made between two pages does not disturb the walk', async () => {
    const person = await app.make.person('owner')
    const made = [await app.make.app(person), await app.make.app(person), await app.make.app(person)]
    const first = await app.as(person).apps.list({ limit: 1 })
    const late = await app.make.app(person)
    const rest = await listed(person, { cursor: first.next_cursor })
    expect([first.items[0]?.id, ...rest].sort()).toEqual(made.map(({ id }) => id).sort())
    expect(rest).not.toContain(late.id)
  })

  test('holds only the fields that are named', async () => {
    const { items } = await app.as(owner).apps.list({ fields: 'name,id,nonsense,name', sort: 'name' })
    expect(items.map((item) => Object.keys(item).sort())).toEqual(APPS.map(() => ['id', 'name']))
    const walked = iterate(app.as(owner).apps.list, { fields: 'kind', limit: 3 })
    expect(await Array.fromAsync(walked)).toEqual(APPS.map(() => ({ kind: 'app' })))
  })

  test('guests see what was given to them, limited tokens what they are limited to', async () => {
    const [given = '', edited = '', other = ''] = ids
    await app.make.collaborator({ id: given }, guest, 'viewer')
    await app.make.collaborator({ id: edited }, guest, 'editor')
    const { items } = await app.as(guest).apps.list()
    const roles = Object.fromEntries(items.map(({ id, user_role }) => [id, user_role]))
    expect(roles).toEqual({ [given]: 'viewer', [edited]: 'editor' })
    const limited = await app.make.token(owner, { app_ids: [given, other, 'app_nope'] })
    expect((await listed(limited)).sort()).toEqual([given, other].sort())
    expect(await listed(await app.make.token(guest, { app_ids: [given, other] }))).toEqual([given])
    expect(await listed(await app.make.token(owner, { app_ids: [] }))).toEqual([])
  })

  test('of a folder, with the same eyes', async () => {
    const [given = '', , other = '', another = ''] = ids
    const folder = await app.make.folder(owner)
    await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [given, other, another] })
    const query = { folder_id: folder.id, sort: 'name' }
    expect((await listed(viewer, query)).sort()).toEqual([given, other, another].sort())
    expect(await listed(guest, query)).toEqual([given])
    expect(await listed(await app.make.token(owner, { app_ids: [other] }), query)).toEqual([other])
    const empty = await app.make.folder(owner)
    expect(await listed(owner, { folder_id: empty.id })).toEqual([])
  })

  test('a folder that is missing, foreign or another person’s is not found', async () => {
    const foreign = await app.make.folder(stranger)
    const personal = await app.make.folder(viewer, { scope: 'personal' })
    for (const folder_id of ['fld_nope', foreign.id, personal.id])
      await expect(app.as(owner).apps.list({ folder_id })).rejects.toEqual(refusal(404, 'folder_not_found'))
  })

  test('an unknown or foreign workspace is not found, with the same answer', async () => {
    const bodies = []
    for (const id of ['ws_nope', stranger.workspace_id]) {
      const answer = await fetch(`${app.baseUrl}/api/apps?workspaceId=${id}`, {
        headers: { authorization: `Bearer ${await app.make.session(owner)}`, 'x-request-id': 'same' },
      })
      bodies.push([answer.status, await answer.json()])
    }
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]).toMatchObject([404, { code: 'workspace_not_found' }])
  })

  test.each([
    [{ sort: 'owner_id' }, 'sort', 'literal_error'],
    [{ limit: 0 }, 'limit', 'greater_than_equal'],
    [{ limit: 101 }, 'limit', 'less_than_equal'],
    [{ limit: 1.5 }, 'limit', 'int_parsing'],
    [{ fields: 'id, name' }, 'fields', 'string_pattern_mismatch'],
    [{ fields: 'x'.repeat(501) }, 'fields', 'string_too_long'],
    [{ folder_id: 'x'.repeat(129) }, 'folder_id', 'string_too_long'],
    [{ cursor: 'tampered' }, 'cursor', 'cursor_invalid'],
  ])('refuses %j', async (query, field, type) => {
    await expect(app.as(owner).apps.list(query as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field], type }],
    })
  })

  test('a cursor is good for its own sort, folder, workspace and person only', async () => {
    const cursor = (await app.as(owner).apps.list({ limit: 1, sort: 'name' })).next_cursor ?? ''
    const wrong = { status: 422, detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] }
    for (const [who, query] of [
      [owner, { sort: '-name' }],
      [owner, {}],
      [viewer, { sort: 'name' }],
      [stranger, { sort: 'name' }],
    ] as const)
      await expect(app.as(who).apps.list({ ...query, cursor })).rejects.toMatchObject(wrong)
    const smaller = await app.as(owner).apps.list({ sort: 'name', fields: 'id', limit: 5, cursor })
    expect(smaller.items).toHaveLength(5)
  })
})
