import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { schemaStore } from '../schemas/schema-store.ts'
import { declaredIndexes } from './entity-indexes.ts'
import { indexStore } from './index-store.ts'

/** What the schema declares, with how far each is. */
export async function listIndexes(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.schemas.indexes>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const found = await schemaStore(db).find(app.id, params.name)
  if (!found) throw refuse('entity_not_found')
  const rows = new Map((await indexStore(db).of(app.id, params.name)).map((row) => [row.name, row]))
  const items = declaredIndexes(app.id, found.schema).map(({ name, fields }) => {
    const { state = 'building', error = null } = rows.get(name) ?? {}
    return { fields, state: state === 'dropping' ? ('building' as const) : state, error }
  })
  return { items }
}
