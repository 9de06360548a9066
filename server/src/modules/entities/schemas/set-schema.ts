import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { schemaStore } from './schema-store.ts'
import { warningsOf } from './schema-warnings.ts'
import { sentSchema } from './sent-schema.ts'
import { writeSchema } from './write-schema.ts'

export async function setSchema(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.schemas.set>,
) {
  const { db, access, entitySchemas } = deps
  const faults: ValidationRow[] = []
  const schema = sentSchema(params.name, body, { name: ['path', 'name'], schema: ['body'] }, faults)
  if (faults.length > 0) throw refuse('validation_error', { detail: faults })

  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    await schemaStore(tx).lock(app.id)
    await writeSchema(deps, tx, caller, { app_id: app.id, workspace_id: app.workspace_id, schema })
  })
  entitySchemas.invalidate(app.id)
  return { ...schema, ...warningsOf([schema], () => ['body']) }
}
