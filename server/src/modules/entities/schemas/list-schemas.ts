import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { schemaStore } from './schema-store.ts'

export async function listSchemas(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.schemas.list>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const rows = await schemaStore(db).list(app.id)
  return { entityNameToSchema: Object.fromEntries(rows.map(({ name, schema }) => [name, schema])) }
}
