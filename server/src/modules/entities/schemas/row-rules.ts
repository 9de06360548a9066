/** What is wrong with the rules of a schema: each is tried, so that mistakes show when it is saved. */
import { isFieldName } from '@atrium/contract/field-names'
import type { Field } from '../conditions/condition.ts'
import { ConditionFault } from '../conditions/read-condition.ts'
import { bindRule, type Rule, type RuleUser } from '../conditions/rule.ts'
import type { EntitySchema, Properties } from './entity-schema.ts'
import { type Faults, isObject, type Place } from './schema-faults.ts'

type FieldNamed = (name: string) => Field | null

/** The rules of rows, and those of fields at any depth. */
export function checkRowRules(schema: EntitySchema, fieldNamed: FieldNamed, place: Place, faults: Faults) {
  checkRules(schema.rls, fieldNamed, [...place, 'rls'], faults)
  checkFieldRules(schema.properties ?? {}, fieldNamed, [...place, 'properties'], faults)
}

function checkFieldRules(properties: Properties, fieldNamed: FieldNamed, place: Place, faults: Faults) {
  for (const [name, property] of Object.entries(properties)) {
    checkRules(property.rls, fieldNamed, [...place, name, 'rls'], faults)
    checkFieldRules(property.properties ?? {}, fieldNamed, [...place, name, 'properties'], faults)
  }
}

const OPERATIONS = ['create', 'read', 'update', 'delete', 'write']

function checkRules(rules: unknown, fieldNamed: FieldNamed, place: Place, faults: Faults) {
  if (rules === undefined || rules === null) return
  if (!isObject(rules)) return faults.add(place, 'dict_type', 'Input should be a valid dictionary')
  for (const [operation, rule] of Object.entries(rules)) {
    const here = [...place, operation]
    // A misspelt key would leave the records open.
    if (!OPERATIONS.includes(operation))
      faults.add(here, 'literal_error', `Input should be one of ${OPERATIONS.join(', ')}`)
    else checkRule(rule, fieldNamed, here, faults)
  }
}

const SOMEONE: RuleUser = { id: 'usr_sample', email: 'someone@example.com', role: 'user', data: {} }

function checkRule(rule: unknown, fieldNamed: FieldNamed, place: Place, faults: Faults) {
  if (rule !== null && typeof rule !== 'boolean' && !isObject(rule))
    return faults.wrong(place, 'a rule is true, false, null or a condition')
  try {
    bindRule(rule as Rule, SOMEONE, fieldNamed)
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error
    return faults.wrong([...place, ...error.place], error.message)
  }
  checkAttributes(rule, place, faults)
}

const OF_DATA = 'data.'

function isAttribute(name: string): boolean {
  if (name.startsWith(OF_DATA)) return isFieldName(name.slice(OF_DATA.length))
  return name === 'id' || name === 'email' || name === 'role'
}

/** What a rule asks of the user must be something that users have; else it would silently never hold. */
function checkAttributes(json: unknown, place: Place, faults: Faults) {
  if (typeof json === 'string') return checkTemplates(json, place, faults)
  if (Array.isArray(json)) {
    for (const [index, one] of json.entries()) checkAttributes(one, [...place, index], faults)
    return
  }
  if (!isObject(json)) return
  for (const [key, value] of Object.entries(json)) {
    const here = [...place, key]
    if (key === 'user_condition' && isObject(value)) {
      for (const attribute of Object.keys(value))
        if (!isAttribute(attribute))
          faults.wrong([...here, attribute], 'a user has id, email, role and data.<field>')
    }
    checkAttributes(value, here, faults)
  }
}

function checkTemplates(text: string, place: Place, faults: Faults) {
  for (const piece of text.split('{{').slice(1)) {
    const end = piece.indexOf('}}')
    const name = end < 0 ? '' : piece.slice(0, end).trim()
    if (!name.startsWith('user.') || !isAttribute(name.slice('user.'.length)) || /[{}]/.test(name))
      faults.wrong(
        place,
        'a template is one of {{user.id}}, {{user.email}}, {{user.role}} and {{user.data.<field>}}',
      )
  }
}
