import {
  type EntitySchema,
  type Properties,
  type RowOperation,
  type Rule,
  type Rules,
  valueAt,
} from '../../entity-schema.ts'

export type RuleKey = RowOperation | 'write'

/** The schema with this rule; undefined takes it away. The path leads to a field, an empty one means the records. */
export function withRule(
  schema: EntitySchema,
  path: readonly string[],
  key: RuleKey,
  rule: Rule,
): EntitySchema {
  const [name, ...rest] = path
  if (name === undefined) return withRules(schema, changed(schema.rls, key, rule))
  const property = valueAt(schema.properties, name)
  if (!property) return schema
  return { ...schema, properties: { ...schema.properties, [name]: withRule(property, rest, key, rule) } }
}

function changed(rules: Rules | null | undefined, key: RuleKey, rule: Rule): Rules {
  const { [key]: _, ...others } = rules ?? {}
  if (rule === undefined) return others
  // A rule that is there already keeps its place.
  return rules && key in rules ? { ...rules, [key]: rule } : { ...others, [key]: rule }
}

function withRules(schema: EntitySchema, rules: Rules): EntitySchema {
  if (Object.keys(rules).length > 0) return { ...schema, rls: rules }
  const { rls: _, ...without } = schema
  return without
}

/** Every field, and what inside it has rules of its own. */
export function fieldPaths(properties: Properties, above: readonly string[] = []): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const inner = fieldPaths(property.properties ?? {}, path)
    return above.length === 0 || property.rls ? [path, ...inner] : inner
  })
}
