/** Each filter of the members list by itself, and its bounds. */
import type { operations } from '@atrium/contract'
import type { RequestParts } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>

const app = useSharedApp()
let owner: Person

const PEOPLE = [
  {
    email: 'percent%sign@example.com',
    full_name: '100% Sure',
    role: 'editor',
    apps_owned: 2,
    apps_shared: 3,
  },
  { email: 'under_score@example.com', full_name: 'Anna_Lena', role: 'editor', agents_owned: 4 },
  { email: 'back@example.com', full_name: 'C:\\Users', role: 'viewer', last_active: '2026-03-01T12:00:00Z' },
  { email: 'quote@example.com', full_name: "Pat O'Brien", role: 'viewer', credit_limit: 5 },
  { email: 'accent@example.com', full_name: 'ÉLODIE Müller', role: 'guest' },
  { email: 'mei@example.com', full_name: '林美 Ольга', role: 'guest', last_active: '2026-03-02T12:00:00Z' },
]

beforeAll(async () => {
  owner = await app.make.person('owner', undefined, { email: 'boss@example.com', full_name: 'Boss' })
  for (const { email, full_name, role, ...columns } of PEOPLE) {
    const user = { ...(await app.make.user()), email, full_name }
    await app.make.membership(owner.workspace_id, user, role as 'editor', columns)
  }
  const invited = { user_id: null, status: 'pending', access_state: 'invited' }
  const pending = { id: '', email: 'pending-one@example.com', full_name: '' }
  await app.make.membership(owner.workspace_id, pending, 'admin', invited)
})

const names = async (body: Body) => {
  const { members, total } = await app.as(owner).members.list(body)
  expect(total).toBe(members.length)
  return members.map(({ email, role }) => (role === 'owner' ? 'owner' : email.split('@')[0]))
}
const accepted = async (body: object) => app.as(owner).members.list(body)
const refused = (body: object, place: (string | number)[], type: string) =>
  expect(app.as(owner).members.list(body)).rejects.toMatchObject({
    status: 422,
    detail: [{ loc: ['body', ...place], type }],
  })

describe('search', () => {
  test.each([
    ['%', ['percent%sign']],
    ['0% s', ['percent%sign']],
    ['_', ['under_score']],
    ['\\', ['back']],
    ['c:\\u', ['back']],
    ["o'b", ['quote']],
    ["'; drop table members; --", []],
    ['élodie', ['accent']],
    ['MÜLLER', ['accent']],
    ['elodie', []],
    ['美', ['mei']],
    ['оЛЬГА', ['mei']],
    ['UNDER_SCORE@EX', ['under_score']],
    ['GUEST', ['accent', 'mei']],
    ['pend', ['pending-one']],
    ['join', ['owner', 'percent%sign', 'under_score', 'back', 'quote', 'accent', 'mei']],
    ['suresign', []],
    [' ', ['percent%sign', 'quote', 'accent', 'mei']],
    ['🙂', []],
  ])('%s', async (search, found) => {
    expect(await names({ search })).toEqual(found)
    expect(await names({ search_terms: [search] })).toEqual(found)
  })

  test('any of several terms is enough; the search must match too', async () => {
    expect(await names({ search_terms: ['%', 'nobody', '_'] })).toEqual(['percent%sign', 'under_score'])
    expect(await names({ search_terms: ['%', '_'], search: 'anna' })).toEqual(['under_score'])
    expect(await names({ search: '' })).toHaveLength(8)
    expect(await names({ search_terms: [] })).toHaveLength(8)
  })

  test('takes 256 characters and 200 terms', async () => {
    const long = '\u{1F600}'.repeat(256)
    expect(await names({ search: long, search_terms: Array(200).fill(long) })).toEqual([])
    await refused({ search: 'x'.repeat(257) }, ['search'], 'string_too_long')
    await refused({ search_terms: Array(201).fill('x') }, ['search_terms'], 'too_long')
    await refused({ search_terms: ['x', 'x'.repeat(257)] }, ['search_terms', 1], 'string_too_long')
    await refused({ search_terms: 'x' }, ['search_terms'], 'list_type')
    await refused({ search: 'a\0b' }, ['search'], 'string_unicode')
  })
})

describe('roles and invite_statuses', () => {
  test('hold any of those named; an empty list is no filter', async () => {
    expect(await names({ roles: ['guest', 'owner'] })).toEqual(['owner', 'accent', 'mei'])
    expect(await names({ invite_statuses: ['pending', 'expired'] })).toEqual(['pending-one'])
    expect(await names({ roles: ['admin'], invite_statuses: ['joined'] })).toEqual([])
    expect(await names({ roles: [], invite_statuses: [] })).toHaveLength(8)
  })

  test('take 20 roles and 3 statuses', async () => {
    await accepted({ roles: Array(20).fill('guest'), invite_statuses: Array(3).fill('joined') })
    await refused({ roles: Array(21).fill('guest') }, ['roles'], 'too_long')
    await refused({ invite_statuses: Array(4).fill('joined') }, ['invite_statuses'], 'too_long')
    await refused({ roles: ['boss'] }, ['roles', 0], 'literal_error')
    await refused({ invite_statuses: ['left'] }, ['invite_statuses', 0], 'literal_error')
  })
})

describe('credit_limit_set', () => {
  test('tells own limits from the default', async () => {
    expect(await names({ credit_limit_set: true })).toEqual(['quote'])
    expect(await names({ credit_limit_set: false })).not.toContain('quote')
    await refused({ credit_limit_set: 'true' }, ['credit_limit_set'], 'bool_type')
  })
})

describe('the ranges', () => {
  test('count what is owned plus what is shared, bounds included', async () => {
    for (const [range, found] of [
      [{ gte: 5 }, ['percent%sign']],
      [{ gte: 4.5, lte: 5.5 }, ['percent%sign']],
      [{ gte: 5.1 }, []],
      [{ gte: 5, lte: 2 }, []],
      [{ lte: -1 }, []],
      [{ gte: -1e300, lte: 1e300 }, await names({})],
      [{}, await names({})],
    ] as const)
      expect(await names({ apps_owned: range })).toEqual(found)
    expect(await names({ agents_owned: { gte: 4, lte: 4 } })).toEqual(['under_score'])
    await refused({ apps_owned: { gte: '5' } }, ['apps_owned', 'gte'], 'float_type')
    await refused({ agents_owned: 5 }, ['agents_owned'], 'dict_type')
  })

  test.each([
    [{ gte: '2026-03-02T12:00:00Z' }, ['mei']],
    [{ gte: '2026-03-02T12:00:00.000' }, ['mei']],
    [{ lte: '2026-03-01T13:00:00+01:00' }, ['back']],
    [{ lte: '2026-03-01T13:00:00+01' }, ['back']],
    [{ lte: '2026-03-01 07:00:00-0500' }, ['back']],
    [{ gte: '2026-03-01T12:00:00.001Z', lte: '2026-03-02T11:59:59' }, []],
    [{ gte: '0000-01-01T00:00:00Z', lte: '9999-12-31T23:59:59Z' }, ['back', 'mei']],
    [{}, ['owner', 'percent%sign', 'under_score', 'back', 'quote', 'accent', 'mei', 'pending-one']],
  ])('last_active %j', async (last_active, found) => {
    expect(await names({ last_active })).toEqual(found)
  })

  test.each([['yesterday'], ['2026-02-30T00:00:00Z'], ['2026-03-01'], ['2026-12-31T23:59:60Z']])(
    'last_active of %s is refused',
    async (time) => {
      await refused({ last_active: { gte: time } }, ['last_active', 'gte'], 'datetime_parsing')
      await refused({ last_active: { lte: time } }, ['last_active', 'lte'], 'datetime_parsing')
    },
  )
})

describe('sort, page_size and cursor', () => {
  test('a sort needs both halves', async () => {
    await refused({ sort_by: 'role' }, ['sort_dir'], 'missing')
    await refused({ sort_dir: 'asc' }, ['sort_by'], 'missing')
    await refused({ sort_by: 'email', sort_dir: 'asc' }, ['sort_by'], 'literal_error')
    await refused({ sort_by: 'role', sort_dir: 'up' }, ['sort_dir'], 'literal_error')
  })

  test('a page has 1 to 100 members, a cursor at most 256 characters', async () => {
    expect((await accepted({ page_size: 1 })).members).toHaveLength(1)
    await accepted({ page_size: 100 })
    await refused({ page_size: 0 }, ['page_size'], 'greater_than_equal')
    await refused({ page_size: 101 }, ['page_size'], 'less_than_equal')
    await refused({ page_size: 1.5 }, ['page_size'], 'int_from_float')
    await refused({ page_size: '10' }, ['page_size'], 'int_type')
    await accepted({ cursor: 'x'.repeat(256) })
    await refused({ cursor: 'x'.repeat(257) }, ['cursor'], 'string_too_long')
  })

  test('a page has 50 when nothing is said', async () => {
    const person = await app.make.person('owner')
    for (let i = 0; i < 50; i++)
      await app.make.membership(person.workspace_id, { ...(await app.make.user()) }, 'viewer')
    const { members, total } = await app.as(person).members.list()
    expect([members.length, total]).toEqual([50, 51])
  })
})
