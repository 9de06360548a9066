import { type Json, readObject } from '../../../entity-schema.ts'
import type { RecordsView } from '../../../paths.ts'

export function recordsViewOf(search: URLSearchParams): RecordsView {
  return {
    q: search.get('q') ?? undefined,
    sort: search.get('sort') ?? undefined,
    past_rules: search.get('past_rules') === 'on' ? 'on' : undefined,
    view: search.get('view') ?? undefined,
  }
}

/** The filter in the address; null when there is none or it is not one. */
export function filterIn(q: string | undefined): { [key: string]: Json } | null {
  return q ? readObject(q) : null
}
