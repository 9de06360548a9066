/** Schemas that a part of the product writes in the name of a person, by the rules that hold for everybody. */
import type { Db } from '../../../platform/database/db.ts'
import type { ValidationRow } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import { readSchemas } from './change-schemas.ts'
import { type EntitySchema, isSameSchema } from './entity-schema.ts'
import { isObject } from './schema-faults.ts'
import { sentSchema } from './sent-schema.ts'
import { writeSchema } from './write-schema.ts'

export interface BuiltSchema {
  name: string
  schema: unknown
  /** What it was when the work began; null: there was no such entity. */
  before: unknown
}

export interface SchemasBuild {
  app_id: string
  workspace_id: string
  user: { id: string; email: string }
  schemas: readonly BuiltSchema[]
}

/** The first that is wrong with it, for people; null: nothing. */
export function faultOfSchema(name: string, json: unknown): string | null {
  const read = readBuilt(name, json)
  return typeof read === 'string' ? read : null
}

/**
 * Sets them, and returns the names of those that somebody else changed since; the caller gives up its transaction then.
 * Refuses with `entity_limit_reached`.
 */
export async function buildSchemas(
  deps: Pick<Deps, 'clock' | 'jobs' | 'audit'>,
  tx: Db,
  { app_id, workspace_id, user, schemas }: SchemasBuild,
): Promise<string[]> {
  const now = new Map((await readSchemas(tx, app_id)).map((schema) => [schema.name, schema]))
  const changed: string[] = []
  for (const { name, schema: json, before } of schemas) {
    const current = now.get(name) ?? null
    const schema = readBuilt(name, json)
    if (typeof schema === 'string') throw new Error(`The schema of ${name} does not fit: ${schema}`)
    if (isSame(current, before) || isSame(current, schema))
      await writeSchema(deps, tx, { user }, { app_id, workspace_id, schema })
    else changed.push(name)
  }
  return changed
}

function isSame(current: EntitySchema | null, other: unknown): boolean {
  return current === null || !isObject(other)
    ? current === other
    : isSameSchema(current, other as EntitySchema)
}

function readBuilt(name: string, json: unknown): EntitySchema | string {
  if (!isObject(json)) return 'A schema is a JSON object.'
  const faults: ValidationRow[] = []
  const schema = sentSchema(name, json, { name: ['name'], schema: [] }, faults)
  const [fault] = faults
  return fault ? `${fault.loc.length > 0 ? `${fault.loc.join('.')}: ` : ''}${fault.msg}` : schema
}
