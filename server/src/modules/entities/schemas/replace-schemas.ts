import { setImmediate as othersTurn } from 'node:timers/promises'
import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { saveSchemas } from './change-schemas.ts'
import { type EntitySchema, isSameSchema } from './entity-schema.ts'
import { schemaStore } from './schema-store.ts'
import { warningsOf } from './schema-warnings.ts'
import { sentSchema } from './sent-schema.ts'

/** Replaces all schemas of an app by those that are sent. Records stay, also of entities that are left out. */
export async function replaceSchemas(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.schemas.replace_all>,
) {
  const { db, access, audit, entitySchemas } = deps
  const schemas = await readAll(body.entityNameToSchema)
  const app = await access.app(caller, params.app_id, 'editor')
  const outcome = await transaction(db, async (tx) => {
    const store = schemaStore(tx)
    await store.lock(app.id)
    const before = new Map((await store.list(app.id)).map(({ name, schema }) => [name, schema]))
    const names = new Set(schemas.map(({ name }) => name))
    const created = schemas.filter(({ name }) => !before.has(name))
    const updated = schemas.filter((schema) => {
      const current = before.get(schema.name)
      return current && !isSameSchema(current, schema)
    })
    const deleted = [...before.keys()].filter((name) => !names.has(name))
    const changes = { created: created.map(nameOf), updated: updated.map(nameOf), deleted }
    if (Object.values(changes).every((those) => those.length === 0)) return changes
    await saveSchemas(deps, tx, app.id, { changed: [...created, ...updated], deleted })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'schemas.replace_all',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: changes,
    })
    return changes
  })
  entitySchemas.invalidate(app.id)
  return { ...outcome, ...warningsOf(schemas, placeOf) }
}

const MAX_ROWS = 50

/** With a turn of others between two schemas. */
async function readAll(sent: { [name: string]: { [key: string]: unknown } }): Promise<EntitySchema[]> {
  const faults: ValidationRow[] = []
  const schemas: EntitySchema[] = []
  for (const [name, json] of Object.entries(sent)) {
    const place = placeOf({ name })
    schemas.push(sentSchema(name, json, { name: place, schema: place }, faults))
    await othersTurn()
  }
  if (faults.length > 0) throw refuse('validation_error', { detail: faults.slice(0, MAX_ROWS) })
  return schemas
}

function placeOf({ name }: { name: string }): string[] {
  return ['body', 'entityNameToSchema', name]
}

function nameOf({ name }: EntitySchema): string {
  return name
}
