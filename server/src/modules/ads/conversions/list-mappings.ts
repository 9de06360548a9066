import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { mappingStore } from './mapping-store.ts'
import { recentSince } from './recent-days.ts'

export async function listMappings(
  { db, clock, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.conversions.list_mappings>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  return mappingStore(db).list(app.id, recentSince(clock.now()))
}
