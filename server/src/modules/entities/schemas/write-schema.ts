import { MAX_ENTITIES_PER_APP } from '@atrium/contract/entity-schemas'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import { saveSchemas } from './change-schemas.ts'
import { type EntitySchema, isSameSchema } from './entity-schema.ts'
import { schemaStore } from './schema-store.ts'

export interface SchemaChange {
  app_id: string
  workspace_id: string
  /** One that was checked. */
  schema: EntitySchema
}

/** Sets a schema, unless it is the same already. Under the lock of the app's schemas; refuses with `entity_limit_reached`. */
export async function writeSchema(
  deps: Pick<Deps, 'clock' | 'jobs' | 'audit'>,
  tx: Db,
  actor: Parameters<Deps['audit']['record']>[1],
  { app_id, workspace_id, schema }: SchemaChange,
): Promise<void> {
  const store = schemaStore(tx)
  const current = await store.find(app_id, schema.name)
  if (current && isSameSchema(current.schema, schema)) return
  if (!current && (await store.count(app_id)) >= MAX_ENTITIES_PER_APP) throw refuse('entity_limit_reached')
  await saveSchemas(deps, tx, app_id, { changed: [schema], deleted: [] })
  await deps.audit.record(tx, actor, {
    ...{ workspace_id, action: 'schemas.set', target_type: 'entity_schema', target_id: schema.name },
    ...{ app_id, detail: { is_new: !current } },
  })
}
