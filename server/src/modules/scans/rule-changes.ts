/** The rules of schemas before and after a change, in the shape that findings recommend them in. */
import { isDeepStrictEqual } from 'node:util'
import type { RuleFix } from './scanner/rules/hole.ts'
import { fieldPlaces, rowRules } from './scanner/rules/stored-rules.ts'
import type { ScannedSchema } from './scanner/snapshot.ts'

export interface RuleChange {
  entity_name: string
  /** Null: there was no such schema. */
  before: RuleFix | null
  after: RuleFix
}

export function changesOf(
  before: readonly ScannedSchema[],
  after: readonly ScannedSchema[],
): { schema: ScannedSchema; change: RuleChange }[] {
  return after.flatMap((schema) => {
    const was = before.find(({ name }) => name === schema.name)
    if (was && isDeepStrictEqual(was, schema)) return []
    return [
      {
        schema,
        change: { entity_name: schema.name, before: was ? rulesOf(was) : null, after: rulesOf(schema) },
      },
    ]
  })
}

function rulesOf(schema: ScannedSchema): RuleFix {
  const rls = rowRules(schema)
  const ruled = fieldPlaces(schema).flatMap(({ path, rls }) => (rls ? [[path, rls] as const] : []))
  return { ...(rls && { rls }), ...(ruled.length > 0 && { fields: Object.fromEntries(ruled) }) }
}
