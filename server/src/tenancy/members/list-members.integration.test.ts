/** The members list against the plainest reading of its rules, on random members and bodies. */
import type { AnswerOf, operations } from '@atrium/contract'
import { pages, type RequestParts } from '@atrium/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { useApp } from '../../../test/use-app.ts'
import { makeId } from '../../platform/ids.ts'
import { members, users } from '../tables.ts'
import type { MemberRow } from './store.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>
type Member = AnswerOf<typeof operations.members.list>['members'][number]

/** Of the many only the first pages are read. */
const SCENES = [
  { members: 60, draws: randomRuns(8), pages: Infinity },
  { members: 1_500, draws: randomRuns(4), pages: 3 },
]
/** Asked for at the same time. */
const BODIES = 12
const CASES = SCENES.reduce((sum, { draws }) => sum + draws * BODIES, 0)
const DEFAULT_LIMIT = 25
const STAFF = 'staff.example'
const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const
const STATUSES = ['joined', 'pending', 'expired'] as const
const PIECES = [..."aBéÉñ林яЯςΣσßǅ%_\\'", '"', ' ', '😀', '.', '-', '0', 'e\u0301', '\u001f', '\ufffd']
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

type Case = ReturnType<(typeof anyCase)['generate']>['value']
interface Scene {
  admin: Person
  viewer: Person
  rows: MemberRow[]
}

const app = useApp({ rate_limits: 'off', staff_email_domains: [STAFF] })

test(
  `answers as the rules say, ${CASES} times`,
  async () => {
    for (const { members, draws, pages: most } of SCENES) {
      const scene = await fill(fc.sample(anyMember, { numRuns: members }))
      const property = fc.asyncProperty(
        fc.array(anyCase, { minLength: BODIES, maxLength: BODIES }),
        async (cases) => {
          await Promise.all(cases.map((one) => check(scene, one, most)))
        },
      )
      await fc.assert(property, { numRuns: draws, endOnFailure: true })
    }
  },
  60_000 + 100 * CASES,
)

async function check(scene: Scene, one: Case, mostPages: number): Promise<void> {
  const caller = one.asAdmin ? scene.admin : scene.viewer
  const body = { ...one.filters, ...one.sort, page_size: one.page_size }
  const expected = model(scene.rows, one.filters, one.sort, one.asAdmin, caller.id)
  const seen: Member[] = []
  let read = 0
  for await (const page of pages(app.as(caller).members.list, body)) {
    expect(page.total).toBe(expected.length)
    seen.push(...page.members)
    expect(page.has_more).toBe(seen.length < expected.length)
    if (++read === mostPages) break
  }
  expect(seen, JSON.stringify(body)).toEqual(expected.slice(0, seen.length))
  if (mostPages === Infinity) expect(seen).toHaveLength(expected.length)
}

/** The rules, one after the other, over everyone. */
function model(
  rows: readonly MemberRow[],
  body: Body,
  order: { sort_by: string; sort_dir: string } | undefined,
  seesAll: boolean,
  own: string,
) {
  const holds = (row: MemberRow, text: string) =>
    [row.email, row.full_name, row.role, row.status].some((field) => plain(field).includes(plain(text)))
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
    if (sort_by === 'member') return fold(row.full_name || row.email)
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

/** Letter by letter, as the database does: no rule that looks at a letter's neighbours or makes two of one. */
function fold(text: string): string {
  const single = (letter: string, other: string) => (Array.from(other).length === 1 ? other : letter)
  return Array.from(text.normalize('NFC'), (letter) => {
    const upper = single(letter, letter.toUpperCase())
    return single(upper, upper.toLowerCase())
  }).join('')
}

/** The search keeps one character for itself, and reads it as the one that stands for unreadable ones. */
function plain(text: string): string {
  const known = plainTexts.get(text) ?? fold(text.replaceAll('\u001f', '\ufffd'))
  plainTexts.set(text, known)
  return known
}
const plainTexts = new Map<string, string>()

async function fill(drawn: ReturnType<(typeof anyMember)['generate']>['value'][]): Promise<Scene> {
  const workspace = await app.make.workspace({ default_member_credit_limit: DEFAULT_LIMIT })
  // Seen in a time to come, or they would be seen now.
  const seen = { credits_used: 1, last_seen: new Date('2100-01-01T00:00:00Z') }
  const admin = await app.make.person('admin', workspace, seen)
  const viewer = await app.make.person('viewer', workspace, seen)
  const some = { agents_owned: 0, agents_shared: 0, apps_owned: 0, apps_shared: 0, credit_limit: null }
  const joined = {
    status: 'joined',
    access_state: 'active',
    assigned_via: 'direct',
    last_active: null,
  } as const
  const rows: MemberRow[] = [
    { ...some, ...joined, ...nameOf(admin), ...seen, role: 'admin' },
    { ...some, ...joined, ...nameOf(viewer), ...seen, role: 'viewer' },
  ]
  const others = drawn.map(({ local, domain, is_suspended, ...fields }, index): MemberRow => {
    const email = `${local}${index}@${domain}`
    const state = { ...fields, email, assigned_via: 'direct' as const }
    if (fields.status === 'joined')
      return { ...state, user_id: makeId('usr'), access_state: is_suspended ? 'suspended' : 'active' }
    const never = { full_name: '', last_active: null, last_seen: null, credits_used: 0 }
    return { ...state, ...some, ...never, user_id: null, access_state: 'invited' }
  })
  await store(workspace.id, others)
  return { admin, viewer, rows: [...rows, ...others] }
}

async function store(workspace_id: string, rows: readonly MemberRow[]): Promise<void> {
  const accounts = rows.flatMap(({ user_id }) =>
    user_id ? { id: user_id, email: `${user_id}@example.com` } : [],
  )
  await users.insertNew(app.atrium.db, accounts)
  await members.insertNew(
    app.atrium.db,
    rows.map((row) => ({ ...row, workspace_id })),
  )
}

function nameOf({ id, email }: Person) {
  return { user_id: id, email, full_name: 'Test Person' }
}
