/** The members list against the plainest reading of its rules, on random members and bodies. */
import type { AnswerOf, operations } from '@atrium/contract'
import { pages, type RequestParts } from '@atrium/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { Person } from '../../../test/make.ts'
import type { MemberRow } from './store.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>
type Member = AnswerOf<typeof operations.members.list>['members'][number]

const MEMBERS = 60
const CASES = 200
const DEFAULT_LIMIT = 25
const STAFF = 'staff.example'
const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const
const STATUSES = ['joined', 'pending', 'expired'] as const
const PIECES = ['a', 'B', 'é', 'É', 'ñ', '林', 'я', 'Я', '%', '_', '\\', "'", '"', ' ', '😀', '.', '-', '0']
const TIMES = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)))

const few = fc.integer({ min: 0, max: 3 })
const word = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 4 })
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined })
const range = <T>(arb: fc.Arbitrary<T>) => fc.record({ gte: arb, lte: arb }, { requiredKeys: [] })

const anyMember = fc.record({
  local: fc.string({ unit: fc.constantFrom('a', 'b', 'é', '%', '_', '.', '0'), minLength: 1, maxLength: 3 }),
  domain: fc.constantFrom('example.com', STAFF),
  full_name: fc.oneof(fc.constant(''), word),
  role: fc.constantFrom(...ROLES),
  status: fc.constantFrom(...STATUSES, 'joined' as const, 'joined' as const),
  is_suspended: fc.boolean(),
  credit_limit: fc.option(fc.constantFrom(0, 10, 20.5)),
  credits_used: fc.constantFrom(0, 0.5, 1, 2),
  last_active: fc.option(fc.constantFrom(...TIMES)),
  last_seen: fc.option(fc.constantFrom(...TIMES)),
  agents_owned: few,
  agents_shared: few,
  apps_owned: few,
  apps_shared: few,
})

const count = fc.oneof(few, fc.constantFrom(-1, 1.5, 1e12, -1e-7))
const time = fc
  .tuple(fc.constantFrom(...TIMES), fc.constantFrom('', 'Z', '+00:00'))
  .map(([date, zone]) => date.toISOString().replace('Z', zone))
const term = fc.oneof(word, fc.constantFrom('GUEST', 'ed', 'Join', 'pend', 'example', STAFF, 'x'.repeat(256)))
const filters = fc.record({
  search: term,
  search_terms: fc.array(term, { maxLength: 4 }),
  roles: fc.array(fc.constantFrom(...ROLES), { maxLength: 4 }),
  invite_statuses: fc.array(fc.constantFrom(...STATUSES), { maxLength: 3 }),
  credit_limit_set: fc.boolean(),
  apps_owned: range(count),
  agents_owned: range(count),
  last_active: range(time),
})
const NAMES = [
  'search',
  'search_terms',
  'roles',
  'invite_statuses',
  'credit_limit_set',
  'apps_owned',
] as const
const someNames = fc.subarray([...NAMES, 'agents_owned', 'last_active'] as const, { maxLength: 3 })
const sort = fc.record({
  sort_by: fc.constantFrom('member', 'credits', 'apps', 'agents', 'last_active', 'role'),
  sort_dir: fc.constantFrom('asc', 'desc'),
} as const)
const anyCase = fc.record({
  // Few filters at a time, or nobody would ever match.
  filters: fc
    .tuple(filters, someNames)
    .map(([all, names]): Body => Object.fromEntries(names.map((name) => [name, all[name]]))),
  sort: maybe(sort),
  page_size: fc.constantFrom(17, 50, 100),
  asAdmin: fc.boolean(),
})

let app: TestApp
let people: { admin: Person; viewer: Person }
let rows: MemberRow[]

beforeAll(async () => {
  app = await createTestApp({ rate_limits: 'off', staff_email_domains: [STAFF] })
  const workspace = await app.make.workspace({ default_member_credit_limit: DEFAULT_LIMIT } as object)
  people = {
    admin: await app.make.person('admin', workspace),
    viewer: await app.make.person('viewer', workspace, { credits_used: 1, last_seen: TIMES[0] }),
  }
})
afterAll(() => app.stop())

test(`answers as the rules say, ${CASES} times`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31) // a failure names it, and both draws follow from it
  await fill(fc.sample(anyMember, { numRuns: MEMBERS, seed }))
  const property = fc.asyncProperty(anyCase, async (one) => {
    const caller = one.asAdmin ? people.admin : people.viewer
    const body = { ...one.filters, ...one.sort, page_size: one.page_size }
    const expected = model(one.filters, one.sort, one.asAdmin, caller.id)
    const seen: Member[] = []
    for await (const page of pages(app.as(caller).members.list, body)) {
      expect(page.total).toBe(expected.length)
      expect(page.has_more).toBe(seen.length + page.members.length < expected.length)
      seen.push(...page.members)
    }
    expect(seen).toEqual(expected)
  })
  await fc.assert(property, { numRuns: CASES, seed, endOnFailure: true })
}, 60_000)

/** The rules, one after the other, over everyone. */
function model(
  body: Body,
  order: { sort_by: string; sort_dir: string } | undefined,
  seesAll: boolean,
  own: string,
) {
  const holds = (row: MemberRow, text: string) =>
    [row.email, row.full_name, row.role, row.status].some((field) => lower(field).includes(lower(text)))
  const isWithin = (
    value: number,
    { gte = -Infinity, lte = Infinity }: { gte?: number; lte?: number } = {},
  ) => value >= gte && value <= lte
  const stamp = (text: string | undefined) =>
    text === undefined ? undefined : Date.parse(/(Z|\d\d:\d\d)$/.test(text.slice(19)) ? text : `${text}Z`)
  const { search, search_terms = [], roles = [], invite_statuses = [], credit_limit_set, last_active } = body
  const found = rows.filter((row) => {
    const isStaff = row.role === 'guest' && row.access_state === 'active' && row.email.endsWith(`@${STAFF}`)
    const active = { gte: stamp(last_active?.gte), lte: stamp(last_active?.lte) }
    const hasTimes = active.gte !== undefined || active.lte !== undefined
    return (
      !isStaff &&
      (search === undefined || holds(row, search)) &&
      (search_terms.length === 0 || search_terms.some((text) => holds(row, text))) &&
      (roles.length === 0 || roles.includes(row.role)) &&
      (invite_statuses.length === 0 || invite_statuses.includes(row.status)) &&
      (credit_limit_set === undefined || (row.credit_limit !== null) === credit_limit_set) &&
      isWithin(row.apps_owned + row.apps_shared, body.apps_owned as object) &&
      isWithin(row.agents_owned + row.agents_shared, body.agents_owned as object) &&
      (!hasTimes || (row.last_active !== null && isWithin(row.last_active.getTime(), active as object)))
    )
  })
  const by = order && (order.sort_by !== 'credits' || seesAll) ? order : null
  return found
    .sort((a, b) => (by && compareBy(a, b, by)) || compareByDefault(a, b))
    .map((row) => {
      const { last_active, last_seen, user_id, credits_used, credit_limit, ...rest } = row
      const isVisible = seesAll || user_id === own
      return {
        ...rest,
        user_id: user_id ?? '',
        credit_limit: credit_limit ?? DEFAULT_LIMIT,
        is_default_limit: credit_limit === null,
        credits_used: isVisible ? credits_used : null,
        last_seen: isVisible && last_seen ? last_seen.toISOString().slice(0, -1) : null,
        ...(last_active && { last_active: last_active.toISOString().slice(0, -1) }),
      }
    })
}

function compareBy(
  a: MemberRow,
  b: MemberRow,
  { sort_by, sort_dir }: { sort_by: string; sort_dir: string },
): number {
  if (sort_by === 'last_active' && (!a.last_active || !b.last_active)) {
    return Number(!a.last_active) - Number(!b.last_active)
  }
  const key = (row: MemberRow) => {
    if (sort_by === 'member') return lower(row.full_name || row.email)
    if (sort_by === 'credits') return row.credits_used
    if (sort_by === 'apps') return row.apps_owned + row.apps_shared
    if (sort_by === 'agents') return row.agents_owned + row.agents_shared
    return sort_by === 'role' ? ROLES.indexOf(row.role) : (row.last_active?.getTime() ?? 0)
  }
  return compare(key(a), key(b)) * (sort_dir === 'asc' ? 1 : -1)
}

function compareByDefault(a: MemberRow, b: MemberRow): number {
  return (
    STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) ||
    ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
    compare(a.email, b.email)
  )
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) // by code point, as the database orders text
}

/** Letter by letter: the database knows no rule that looks at a letter's neighbours. */
function lower(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}

async function fill(drawn: ReturnType<(typeof anyMember)['generate']>['value'][]): Promise<void> {
  const workspace_id = people.admin.workspace_id
  const some = { agents_owned: 0, agents_shared: 0, apps_owned: 0, apps_shared: 0, credit_limit: null }
  const own = {
    ...some,
    status: 'joined',
    access_state: 'active',
    assigned_via: 'direct',
    last_active: null,
  } as const
  rows = [
    { ...own, ...nameOf(people.admin), role: 'admin', credits_used: 0, last_seen: null },
    { ...own, ...nameOf(people.viewer), role: 'viewer', credits_used: 1, last_seen: TIMES[0] ?? null },
  ]
  for (const [index, { local, domain, is_suspended, ...fields }] of drawn.entries()) {
    const hasJoined = fields.status === 'joined'
    const user = {
      ...(await app.make.user()),
      email: `${local}${index}@${domain}`,
      full_name: fields.full_name,
    }
    const state = hasJoined ? (is_suspended ? 'suspended' : 'active') : 'invited'
    const columns = {
      ...fields,
      ...(hasJoined ? {} : { ...some, full_name: '', last_active: null, credits_used: 0 }),
      access_state: state,
      user_id: hasJoined ? user.id : null,
    } as const
    await app.make.membership(workspace_id, user, fields.role, columns)
    rows.push({ ...columns, email: user.email, assigned_via: 'direct' })
  }
}

function nameOf({ id, email }: Person) {
  return { user_id: id, email, full_name: 'Test Person' }
}
