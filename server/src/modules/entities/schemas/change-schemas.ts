import type { Db } from '../../../platform/database/db.ts'
import type { Deps } from '../deps.ts'
import { maintainIndexes } from '../indexes/maintain-indexes.ts'
import { type EntitySchema, isSameSchema } from './entity-schema.ts'
import { checkSchema } from './schema-rules.ts'
import { schemaStore } from './schema-store.ts'

type Needed = Pick<Deps, 'clock' | 'jobs'>

/** Saves and deletes schemas of an app, with all that depends on them. Under the lock of the app's schemas. */
export async function saveSchemas(
  deps: Needed,
  tx: Db,
  appId: string,
  { changed, deleted }: { changed: readonly EntitySchema[]; deleted: readonly string[] },
): Promise<void> {
  const store = schemaStore(tx)
  await store.save(appId, changed, deps.clock.now())
  if (deleted.length > 0) await store.delete(appId, deleted)
  await maintainIndexes(deps, tx, appId, changed, deleted)
}

/** The schemas of an app; in a transaction nobody else changes them until its end. */
export async function readSchemas(tx: Db, appId: string): Promise<EntitySchema[]> {
  const store = schemaStore(tx)
  await store.lock(appId)
  return (await store.list(appId)).map(({ schema }) => schema)
}

/** For other parts of the product: saves those that are new or differ, by the rules that hold for everybody. */
export async function changeSchemas(
  deps: Needed,
  tx: Db,
  appId: string,
  schemas: readonly EntitySchema[],
): Promise<void> {
  const before = new Map((await readSchemas(tx, appId)).map((schema) => [schema.name, schema]))
  const changed = schemas.filter((schema) => {
    const current = before.get(schema.name)
    const [fault] = checkSchema(schema, [])
    if (fault) throw new Error(`The schema of ${schema.name} does not fit: ${fault.msg}`)
    return !current || !isSameSchema(current, schema)
  })
  if (changed.length > 0) await saveSchemas(deps, tx, appId, { changed, deleted: [] })
}
