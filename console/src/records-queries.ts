/** The records of an entity in blocks, by their place in the list: only those around what is shown are read and kept. */
import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from './api.ts'
import type { RecordsView } from './paths.ts'
import { type EntityRecord, rulesHeader } from './queries.ts'

export const BLOCK_SIZE = 100
/** How long a block stays after it was last shown; this is what bounds the memory of a long scroll. */
const KEPT_MS = 30_000

export interface RecordBlock {
  items: readonly EntityRecord[]
  /** Where the next block begins; null behind the last record. */
  next_cursor: string | null
}

/** All blocks of one list, as the first part of their keys. */
export function blocksKey(appId: string, entityName: string, { q, sort, past_rules }: RecordsView) {
  return ['records', appId, entityName, 'rows', { q, sort, past_rules }] as const
}

export function recordBlock(appId: string, entityName: string, view: RecordsView, block: number) {
  const keyOf = (place: number) => [...blocksKey(appId, entityName, view), place] as const
  const { q, sort, past_rules } = view
  return queryOptions({
    queryKey: keyOf(block),
    queryFn: async ({ signal }): Promise<RecordBlock> => {
      const at = { app_id: appId, entity_name: entityName }
      const items: EntityRecord[] = []
      let cursor = cursorTo(keyOf(block), keyOf(block - 1))
      do {
        const limit = BLOCK_SIZE - items.length
        const skip = block === 0 ? {} : { skip: block * BLOCK_SIZE }
        const asked = cursor === null ? { q, sort, limit, ...skip } : { cursor, limit }
        const page = await client.records.page(at, asked, { signal, headers: rulesHeader(past_rules) })
        // The type names what every record has; the rest depends on the schema.
        items.push(...(page.items as EntityRecord[]))
        cursor = page.next_cursor
        // Pages of large records are shorter than asked for.
      } while (cursor !== null && items.length < BLOCK_SIZE)
      return { items, next_cursor: cursor }
    },
    gcTime: KEPT_MS,
  })
}

/**
 * Going on from the block before costs the same at any depth, while a position is counted from the beginning (G725).
 * What is read again goes by its position, as the block before may be read again as well.
 */
function cursorTo(key: readonly unknown[], before: readonly unknown[]): string | null {
  if (queryClient.getQueryData(key) !== undefined) return null
  const state = queryClient.getQueryState<RecordBlock>(before)
  const isFresh = state?.fetchStatus === 'idle' && !state.isInvalidated
  return (isFresh && state.data?.next_cursor) || null
}

/** The first ones of a list, as many as can be selected at once. */
export function firstRecords(appId: string, entityName: string, view: RecordsView, limit: number) {
  const { q, sort, past_rules } = view
  return queryOptions({
    queryKey: ['records', appId, entityName, 'first', { q, sort, past_rules, limit }],
    queryFn: async ({ signal }) => {
      const at = { app_id: appId, entity_name: entityName }
      const options = { signal, headers: rulesHeader(past_rules) }
      return (await client.records.list(at, { q, sort, limit }, options)) as EntityRecord[]
    },
    staleTime: 0,
    gcTime: 0,
  })
}

const FRESH_MS = 60_000

/** Some fields of those of these records that can be read. */
export function recordsOfIds(
  appId: string,
  entityName: string,
  ids: readonly string[],
  fields: readonly string[],
  pastRules: RecordsView['past_rules'],
) {
  const key = ['records', appId, entityName, 'of_ids', { fields, pastRules }]
  return queryOptions({
    queryKey: [...key, ids],
    queryFn: async ({ signal }) => {
      const at = { app_id: appId, entity_name: entityName }
      const asked = { q: JSON.stringify({ id: { $in: ids } }), fields: fields.join(','), limit: ids.length }
      const options = { signal, headers: rulesHeader(pastRules) }
      return (await client.records.list(at, asked, options)) as EntityRecord[]
    },
    // Those that were read together with others show while all are read.
    placeholderData: () => {
      const known = queryClient.getQueriesData<EntityRecord[]>({ queryKey: key })
      return known.flatMap(([, found]) => found?.filter(({ id }) => ids.includes(id)) ?? [])
    },
    staleTime: FRESH_MS,
  })
}
