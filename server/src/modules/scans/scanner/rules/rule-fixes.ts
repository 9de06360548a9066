/** Rules that close holes. */
import type { ScannedSchema } from '../snapshot.ts'
import type { RuleFix } from './hole.ts'
import type { Json, Operation } from './rule-engine.ts'
import { isObject } from './rule-terms.ts'
import { canonical, type Rules, rowRules, statedRule } from './stored-rules.ts'

export const OF_ADMINS: Json = { user_condition: { role: 'admin' } }
export const OF_OWNERS: Json = { $or: [{ created_by_id: '{{user.id}}' }, OF_ADMINS] }

const WRITES = ['create', 'update', 'delete'] as const

/** The rules with others for some operations, in as few words as they need. */
export function rulesWith(current: Rules | null, changed: ReadonlyMap<Operation, Json>): Rules {
  const rules: Rules = {}
  const ruleOf = (operation: Operation) => changed.get(operation) ?? statedRule(current, operation)
  const read = ruleOf('read')
  if (read !== undefined) rules.read = read
  const writes = WRITES.map(ruleOf)
  const [first] = writes
  if (first !== undefined && writes.every((rule) => canonical(rule) === canonical(first)))
    return { ...rules, write: first }
  for (const [index, operation] of WRITES.entries()) {
    const rule = writes[index]
    if (rule !== undefined) rules[operation] = rule
  }
  return rules
}

/** Both must hold. */
export function both(one: Json | undefined, other: Json): Json {
  if (one === undefined || one === true || (isObject(one) && Object.keys(one).length === 0)) return other
  if (other === true) return one
  if (one === false || other === false) return false
  return { $and: [one, other] }
}

/** The schemas after some fixes of one entity; nothing that was given is changed. */
export function fixedSchemas(
  schemas: readonly ScannedSchema[],
  entityName: string,
  fixes: readonly { operations: readonly Operation[]; fix: RuleFix }[],
): ScannedSchema[] {
  let entity = schemas.find(({ name }) => name === entityName)
  if (!entity) return [...schemas]
  const userFields: Record<string, Rules> = {}
  for (const { operations, fix } of fixes) {
    if (fix.rls) {
      const changed = operations.flatMap((operation): [Operation, Json][] => {
        const rule = statedRule(fix.rls, operation)
        return rule === undefined ? [] : [[operation, rule]]
      })
      entity = { ...entity, rls: rulesWith(rowRules(entity), new Map(changed)) }
    }
    entity = withFieldRules(entity, fix.fields ?? {})
    Object.assign(userFields, fix.user_fields)
  }
  const fixed = schemas.map((schema) => (schema.name === entityName ? (entity as ScannedSchema) : schema))
  return Object.keys(userFields).length > 0 ? withUserFields(fixed, userFields) : fixed
}

/** What is not declared in a new schema `User` is kept as before. */
const NEW_USER: ScannedSchema = { name: 'User', type: 'object', properties: {}, additionalProperties: true }

function withUserFields(schemas: readonly ScannedSchema[], fields: Record<string, Rules>): ScannedSchema[] {
  const user = schemas.find(({ name }) => name === 'User') ?? NEW_USER
  const properties = isObject(user.properties) ? user.properties : {}
  const missing = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name))
  const declared = { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) }
  const fixed = withFieldRules({ ...user, properties: declared }, fields)
  return [...schemas.filter(({ name }) => name !== 'User'), fixed]
}

function withFieldRules(schema: ScannedSchema, fields: Record<string, Rules>): ScannedSchema {
  let properties = isObject(schema.properties) ? schema.properties : {}
  for (const [path, rls] of Object.entries(fields)) properties = withRule(properties, path.split('.'), rls)
  return Object.keys(fields).length === 0 ? schema : { ...schema, properties }
}

function withRule(
  properties: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  rls: Rules,
): Record<string, unknown> {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!isObject(property)) return properties
  const inside = isObject(property.properties) ? property.properties : {}
  const changed =
    rest.length === 0 ? { ...property, rls } : { ...property, properties: withRule(inside, rest, rls) }
  // In its place, so that the order of fields stays.
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, key === name ? changed : value]),
  )
}

/** The rules of a field with another one for an operation; `write` of before holds on for the others. */
export function fieldRulesWith(current: Rules | null, operation: Operation, rule: Json): Rules {
  return { ...current, [operation]: rule }
}
