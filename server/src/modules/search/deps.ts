import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { BaseDeps, Caller, FindNamed } from '../../tenancy/index.ts'

/** What searching needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  searchParts: SearchParts
  heavyQueries: HeavyQueries
}

export interface FoundRecord {
  app_id: string
  entity_name: string
  id: string
  name: string
  /** The field that it was found by, with its value; null when it was found by its id. */
  detail: string | null
}

/** Records that were found, and whether more places would have had to be asked. */
export interface FoundRecords {
  items: FoundRecord[]
  is_partial: boolean
}

/** What other parts find of theirs. */
export interface SearchParts {
  entities: FindNamed
  functions: FindNamed
  workflows: FindNamed
  flows: FindNamed
  campaigns: FindNamed
  members(
    caller: Caller,
    workspaceId: string,
    text: string,
    limit: number,
  ): Promise<{ email: string; full_name: string | null }[]>
  /** Those that the caller may read, by the rules of their entities. */
  records(caller: Caller, appIds: readonly string[], text: string, limit: number): Promise<FoundRecords>
}
