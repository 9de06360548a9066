import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { schemaStore } from './schema-store.ts'

export async function readSchema(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.schemas.read>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const found = await schemaStore(db).find(app.id, params.name)
  if (!found) throw refuse('entity_not_found')
  return found.schema
}
