import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { maintainIndexes } from '../indexes/maintain-indexes.ts'
import { schemaStore } from './schema-store.ts'

/** The records stay stored, out of reach until the entity has a schema again. */
export async function deleteSchema(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.schemas.delete>,
) {
  const { db, access, audit, entitySchemas } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    if ((await schemaStore(tx).delete(app.id, [params.name])) === 0) throw refuse('entity_not_found')
    await maintainIndexes(deps, tx, app.id, [], [params.name])
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'schemas.delete',
      target_type: 'entity_schema',
      target_id: params.name,
      app_id: app.id,
    })
  })
  entitySchemas.invalidate(app.id)
  return { deleted: true as const }
}
