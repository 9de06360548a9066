/** The members list as an address describes it: read from there, and said to the API. */
import type { Member } from '@atrium/sdk'
import { dayOf, endOfDay, startOfDay } from './days.ts'
import type { MembersView } from './paths.ts'

export const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const satisfies Member['role'][]
export const STATUSES = ['joined', 'pending', 'expired'] as const satisfies Member['status'][]
const LIMIT_KINDS = ['own', 'default'] as const
const SORTS = ['member', 'role', 'apps', 'agents', 'credits', 'last_active'] as const

/** The bounds of the API: what an address has beyond them is left out, not refused. */
export const MOST_TERMS = 200
const LONGEST_TERM = 256
const LONGEST_CURSOR = 256

/** What the address asks for; values that mean nothing are left out. */
export function membersViewOf(search: URLSearchParams): MembersView {
  const text = (name: keyof MembersView) => search.get(name) ?? ''
  const cursor = text('cursor')
  return {
    search: text('search').trim().slice(0, LONGEST_TERM) || undefined,
    any: termsIn(text('any')).join('\n') || undefined,
    role: listIn(text('role'), ROLES).join() || undefined,
    status: listIn(text('status'), STATUSES).join() || undefined,
    limit: LIMIT_KINDS.find((known) => known === text('limit')),
    apps_min: countOf(text('apps_min')),
    apps_max: countOf(text('apps_max')),
    agents_min: countOf(text('agents_min')),
    agents_max: countOf(text('agents_max')),
    active_from: dayOf(text('active_from')),
    active_to: dayOf(text('active_to')),
    sort: SORTS.some((known) => known === text('sort').replace(/^-/, '')) ? text('sort') : undefined,
    cursor: cursor.length <= LONGEST_CURSOR ? cursor || undefined : undefined,
  }
}

/** The body of members.list for it. */
export function listedBy(view: MembersView) {
  const { search, limit, sort, cursor } = view
  const terms = termsIn(view.any ?? '')
  const roles = listIn(view.role ?? '', ROLES)
  const statuses = listIn(view.status ?? '', STATUSES)
  const sort_by = SORTS.find((known) => known === sort?.replace(/^-/, ''))
  return {
    ...(search && { search }),
    ...(terms.length > 0 && { search_terms: terms }),
    ...(roles.length > 0 && { roles }),
    ...(statuses.length > 0 && { invite_statuses: statuses }),
    ...(limit && { credit_limit_set: limit === 'own' }),
    ...within('apps_owned', numberOf(view.apps_min), numberOf(view.apps_max)),
    ...within('agents_owned', numberOf(view.agents_min), numberOf(view.agents_max)),
    ...within(
      'last_active',
      view.active_from && startOfDay(view.active_from),
      view.active_to && endOfDay(view.active_to),
    ),
    ...(sort_by && { sort_by, sort_dir: sort?.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
    ...(cursor && { cursor }),
  }
}

/** The change that turns every filter off; what is searched for and the order are no filters. */
export const NO_FILTERS: MembersView = {
  any: undefined,
  role: undefined,
  status: undefined,
  limit: undefined,
  apps_min: undefined,
  apps_max: undefined,
  agents_min: undefined,
  agents_max: undefined,
  active_from: undefined,
  active_to: undefined,
}

/** One term a line. */
export function termsIn(text: string): string[] {
  const terms = text
    .split('\n')
    .map((line) => line.trim().slice(0, LONGEST_TERM))
    .filter(Boolean)
  return [...new Set(terms)].slice(0, MOST_TERMS)
}

export function listIn<Known extends string>(text: string, known: readonly Known[]): Known[] {
  const named = text.split(',')
  return known.filter((value) => named.includes(value))
}

function within<Name extends string, Bound>(name: Name, gte: Bound | undefined, lte: Bound | undefined) {
  if (gte === undefined && lte === undefined) return {}
  const range = { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) }
  return { [name]: range } as Record<Name, { gte?: Bound; lte?: Bound }>
}

function countOf(text: string): string | undefined {
  return /^\d{1,9}$/.test(text) ? String(Number(text)) : undefined
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
