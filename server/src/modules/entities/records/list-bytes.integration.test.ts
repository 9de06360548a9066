/** An answer has at most 32 MiB of records, or 8 for those who are not signed in; no more are changed at once. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillTables } from '../../../../test/fill-tables.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const COUNT = 40
/** With the rest of the record a little less than 1 MiB. */
const TEXT_BYTES = 1_048_500

// Strangers have a fifth of the time: on a busy machine 2 s may be too short for 8 MiB.
const app = useApp({ rate_limits: 'off' }, { longestQueryMs: 120_000 })
const { owner } = useTeam(app)
let at: { app_id: string; entity_name: string }
beforeAll(async () => {
  const { id: app_id } = await app.make.app(owner, { public_settings: 'public_without_login' })
  at = { app_id, entity_name: 'Note' }
  const properties = { text: { type: 'string' }, rank: { type: 'number' } }
  await app.as(owner).schemas.set({ app_id, name: 'Note' }, { properties })
  await fillTables(app.databaseUrl, (db) =>
    sql`
    insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
    select ${app_id}, 'Note', 'rec_' || lpad(n::text, 3, '0'),
           jsonb_build_object('text', repeat('x', ${TEXT_BYTES}) || n, 'rank', case when n % 2 = 0 then n end),
           '', '', now(), now()
      from generate_series(1, ${COUNT}::int) n`.execute(db),
  )
})

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id)

async function list(query: string, headers: Record<string, string>) {
  const answer = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entities/Note?${query}`, { headers })
  return {
    ids: ids((await answer.json()) as { id: string }[]),
    isTruncated: answer.headers.get('x-truncated') === 'true',
  }
}
const known = () => ({ authorization: `Bearer ${owner.token}` })
const ranks = (part: 0 | 1) => [...Array(COUNT).keys()].map((n) => n + 1).filter((n) => n % 2 === part)
const named = (numbers: readonly number[]) => numbers.map((n) => `rec_${String(n).padStart(3, '0')}`)

describe('a list', () => {
  test('of many large records ends before it is too large, and says so', { tags: 'slow' }, async () => {
    expect(await list('sort=id', known())).toEqual({
      ids: named([...Array(32).keys()].map((n) => n + 1)),
      isTruncated: true,
    })
  })

  test('with chosen fields ends by the bytes of these fields', { tags: 'slow' }, async () => {
    const all = named([...Array(COUNT).keys()].map((n) => n + 1))
    for (const headers of [known(), {}])
      expect(await list('sort=id&fields=id,rank', headers)).toEqual({ ids: all, isTruncated: false })
  })

  test('sorted by several large fields is cut, not refused', { tags: 'slow' }, async () => {
    const byText = ranks(1).toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
    expect(await list('sort=rank,text', known())).toEqual({
      ids: named([...ranks(0), ...byText.slice(0, 12)]),
      isTruncated: true,
    })
  })

  test('ends earlier for those who are not signed in', { tags: 'slow' }, async () => {
    expect(await list('sort=id', {})).toEqual({ ids: named([1, 2, 3, 4, 5, 6, 7, 8]), isTruncated: true })
  })

  test('counts what it skips for nothing', { tags: 'slow' }, async () => {
    expect(await list('sort=id&skip=30', known())).toEqual({
      ids: named([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]),
      isTruncated: false,
    })
  })

  test('counts those with a value and those without one together', { tags: 'slow' }, async () => {
    expect(await list('sort=rank', known())).toEqual({
      ids: named([...ranks(0), ...ranks(1).slice(0, 12)]),
      isTruncated: true,
    })
    expect(await list('sort=rank', {})).toEqual({ ids: named(ranks(0).slice(0, 8)), isTruncated: true })
  })
})

test.each(['-id', 'rank'])(
  'pages by %s end so too and have everything once',
  { tags: 'slow' },
  async (sort) => {
    const first = await app.as(owner).records.page(at, { sort, limit: 100 })
    const cursor = first.next_cursor ?? undefined
    const second = await app.as(owner).records.page(at, { cursor, limit: 100 })
    expect([first.items.length, first.has_more, second.items.length, second.has_more]).toEqual([
      32,
      true,
      8,
      false,
    ])
    const seen = ids([...first.items, ...second.items])
    expect(new Set(seen).size).toBe(COUNT)
    const all = named([...Array(COUNT).keys()].map((n) => n + 1))
    if (sort === '-id') expect(seen).toEqual(all.toReversed())
  },
)

test('a file has all of them', { tags: 'slow' }, async () => {
  const answer = await fetch(
    `${app.baseUrl}/api/apps/${at.app_id}/entities/Note/export?format=csv&fields=rank&sort=id`,
    { headers: known() },
  )
  const lines = (await answer.text()).trim().split('\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(named([...Array(COUNT).keys()].map((n) => n + 1)))
})

test('values and groups that are too large together are refused, and the next question is answered', {
  tags: 'slow',
}, async () => {
  const small = await startApp(
    { database_url: app.databaseUrl },
    { largestQueryBytes: 20 * 2 ** 20, longestQueryMs: 60_000 },
  )
  const { records } = small.as(owner)
  const TOO_LARGE = { status: 400, code: 'answer_too_large' }
  await expect(records.page(at, { distinct: 'text' })).rejects.toMatchObject(TOO_LARGE)
  await expect(records.aggregate(at, { groupBy: 'text' })).rejects.toMatchObject(TOO_LARGE)
  expect((await records.page(at, { distinct: 'text', limit: 10 })).items).toHaveLength(10)
  expect((await records.page(at, { distinct: 'rank' })).items).toHaveLength(20)
})

test('no more are read to change them at once', { tags: 'slow' }, async () => {
  const TOO_LARGE = { status: 400, code: 'answer_too_large' }
  const send = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entities/Note/${path}`, {
      method: path === 'bulk' ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { code } = (await answer.json()) as { code?: string }
    return { status: answer.status, code }
  }
  const first = (count: number) => [...Array(count).keys()].map((n) => n + 1)
  const bulk = (count: number) => named(first(count)).map((id) => ({ id }))
  const upsert = (count: number) => ({ key: 'rank', records: first(count).map((n) => ({ rank: 2 * n })) })

  expect(await send('bulk', bulk(33), known())).toEqual(TOO_LARGE)
  expect(await send('bulk', bulk(32), known())).toMatchObject({ status: 200 })
  expect(await send('bulk', bulk(9))).toEqual(TOO_LARGE)
  expect(await send('bulk', bulk(8))).toMatchObject({ status: 200 })
  expect(await send('upsert', upsert(9))).toEqual(TOO_LARGE)
  expect(await send('upsert', upsert(8))).toMatchObject({ status: 200 })

  // No answer says how large those are that the rules refuse.
  const properties = { text: { type: 'string' }, rank: { type: 'number' } }
  const set = (rls: object) =>
    app.as(owner).schemas.set({ app_id: at.app_id, name: 'Note' }, { properties, ...rls })
  await set({ rls: { update: false } })
  const refused = { status: 403, code: 'row_rule_refused' }
  for (const count of [1, 9]) expect(await send('bulk', bulk(count))).toEqual(refused)
  expect(await send('bulk', [{ id: 'rec_unknown' }])).toEqual({ status: 404, code: 'record_not_found' })
  await set({})
})

test('records of any size are changed and deleted together', { tags: 'slow' }, async () => {
  const { records } = app.as(owner)
  const again = { query: { rank: { $ne: 7 } }, data: { $set: { rank: 7 } } }
  expect(await records.update_many(at, again)).toMatchObject({ updated: COUNT, has_more: false })
  // Of many with the same key, only the one that is changed is read.
  const byRank = { key: 'rank', records: [{ rank: 7 }] }
  expect(await records.upsert(at, byRank)).toMatchObject({
    created: 0,
    updated: 1,
    records: [{ id: 'rec_001' }],
  })
  expect(await records.delete_many(at, { rank: 7 })).toMatchObject({ deleted: COUNT })
  expect(await records.count(at)).toEqual({ count: 0 })
})
