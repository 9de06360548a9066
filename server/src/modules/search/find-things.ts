import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MOST_SEARCHED_APPS } from '@atrium/contract/search'
import { databaseFailure } from '../../platform/database/failures.ts'
import { ApiError } from '../../platform/errors.ts'
import type { NamedRow } from '../../tenancy/index.ts'
import { type AppView, type Caller, listVisibleApps } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { closestFirst } from './rules.ts'

type Found = AnswerOf<typeof operations.search.find>['items'][number]

export async function findThings(
  deps: Deps,
  caller: Caller,
  { query: { workspaceId, q, limit = 20 } }: InputOf<typeof operations.search.find>,
) {
  const workspace = await deps.access.workspace(caller, workspaceId, 'member')
  const text = q.trim()
  if (text === '') return { items: [], is_partial: false }
  const list = { list: 'search.find', workspaceId: workspace.id }
  const [named, searched] = await Promise.all([
    listVisibleApps(deps, caller, { ...list, search: text, sort: 'name', limit: 50 }),
    listVisibleApps(deps, caller, { ...list, sort: '-updated_date', limit: MOST_SEARCHED_APPS }),
  ])
  // A token that is limited to some apps learns nothing about people.
  const members =
    caller.app_ids === null ? await deps.searchParts.members(caller, workspace.id, text, limit) : []
  const inApps = await findInApps(deps, workspace.id, searched.items, text, limit)
  const records = await inTime(deps.searchParts.records(caller, editable(searched.items), text, limit))
  const found: Found[] = [
    ...(records?.items ?? []).map((record) => ({ ...record, type: 'record' as const })),
    ...named.items.map(({ id, name, kind }) => ({ ...NOWHERE, type: kind, id, name })),
    ...(inApps ?? []),
    ...members.map(({ email, full_name }) => ({
      ...NOWHERE,
      ...{ type: 'member' as const, id: email, name: full_name || email, detail: email },
    })),
  ].map((thing) => ({ ...thing, app_name: appName(searched.items, thing.app_id) }))
  return {
    items: closestFirst(found, text).slice(0, limit),
    is_partial: searched.has_more || inApps === null || (records?.is_partial ?? true),
  }
}

const NOWHERE = { detail: null, app_id: null, entity_name: null }

const editable = (apps: readonly AppView[]) =>
  apps.filter(({ kind, user_role }) => kind === 'app' && user_role === 'editor').map(({ id }) => id)

function appName(apps: readonly AppView[], appId: string | null): string | null {
  return apps.find(({ id }) => id === appId)?.name ?? null
}

/** What apps consist of; what only editors may list is found by editors only. */
async function findInApps(
  { heavyQueries, searchParts }: Deps,
  workspaceId: string,
  apps: readonly AppView[],
  text: string,
  limit: number,
) {
  const seen = apps.filter(({ kind }) => kind === 'app').map(({ id }) => id)
  const edited = editable(apps)
  const asked = heavyQueries({ of: workspaceId, isKnown: true }, async (db) => [
    ...as('function', await searchParts.functions(db, seen, text, limit)),
    ...as('workflow', await searchParts.workflows(db, seen, text, limit)),
    ...as('flow', await searchParts.flows(db, seen, text, limit)),
    ...as('entity', await searchParts.entities(db, edited, text, limit)),
    ...as('campaign', await searchParts.campaigns(db, edited, text, limit)),
  ])
  return inTime(asked)
}

function as<Type extends Found['type']>(type: Type, rows: readonly NamedRow[]) {
  return rows.map((row) => ({ ...row, type, detail: null, entity_name: null }))
}

const LATE: ReadonlySet<string> = new Set(['query_too_slow', 'rate_limited'])

/** Null when it took too long, or when too many ask at once: the rest is shown nevertheless. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const isLate = error instanceof ApiError && LATE.has(error.code)
    if (isLate || databaseFailure(error) === 'timeout') return null
    throw error
  }
}
