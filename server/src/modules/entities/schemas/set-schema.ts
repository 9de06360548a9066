import type { InputOf, operations } from '@atrium/contract'
import { MAX_ENTITIES_PER_APP } from '@atrium/contract/entity-schemas'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { saveSchemas } from './change-schemas.ts'
import { isSameSchema } from './entity-schema.ts'
import { schemaStore } from './schema-store.ts'
import { warningsOf } from './schema-warnings.ts'
import { sentSchema } from './sent-schema.ts'

export async function setSchema(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.schemas.set>,
) {
  const { db, access, audit, entitySchemas } = deps
  const faults: ValidationRow[] = []
  const schema = sentSchema(params.name, body, { name: ['path', 'name'], schema: ['body'] }, faults)
  if (faults.length > 0) throw refuse('validation_error', { detail: faults })

  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    const store = schemaStore(tx)
    await store.lock(app.id)
    const current = await store.find(app.id, schema.name)
    if (current && isSameSchema(current.schema, schema)) return
    if (!current && (await store.count(app.id)) >= MAX_ENTITIES_PER_APP) throw refuse('entity_limit_reached')
    await saveSchemas(deps, tx, app.id, { changed: [schema], deleted: [] })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'schemas.set',
      target_type: 'entity_schema',
      target_id: schema.name,
      app_id: app.id,
      detail: { is_new: !current },
    })
  })
  entitySchemas.forget(app.id)
  return { ...schema, ...warningsOf([schema], () => ['body']) }
}
