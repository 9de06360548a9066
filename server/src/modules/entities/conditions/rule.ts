/** Row and field rules: who may do what to which records. */
import { ALWAYS, type Condition, type Field, type Json, NEVER, OWN_FIELDS } from './condition.ts'
import { type Dialect, readCondition } from './read-condition.ts'

/** The caller as rules see it. */
export interface RuleUser {
  id: string
  email: string
  role: string
  data: { [field: string]: Json }
}

/** Nobody is signed in: no condition holds, only a plain `true`. */
export type MaybeUser = RuleUser | null

/** A rule as a schema holds it: nothing, a plain answer, or a condition. */
export type Rule = boolean | null | undefined | { [key: string]: Json }

/** What the rule asks of a record when this user comes. */
export function bindRule(rule: Rule, user: MaybeUser, fieldNamed: (name: string) => Field | null): Condition {
  if (rule === true || rule === null || rule === undefined) return ALWAYS
  if (rule === false) return NEVER
  if (Object.keys(rule).length === 0) return ALWAYS
  if (user === null) return NEVER
  return readCondition(rule, ruleDialect(user, fieldNamed))
}

const RULE_OPERATORS = new Set([
  '$eq',
  '$ne',
  '$in',
  '$nin',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$exists',
  '$all',
  '$size',
  '$elemMatch',
])

function ruleDialect(user: RuleUser, fieldNamed: (name: string) => Field | null): Dialect {
  return {
    operators: RULE_OPERATORS,
    fieldNamed: (name) =>
      name.startsWith('data.') ? fieldNamed(name.slice('data.'.length)) : ownField(name),
    expand: (text) => expand(text, user),
    isUser: (attribute, value) => value !== '' && userAttribute(user, attribute) === value,
  }
}

function ownField(name: string): Field | null {
  return Object.hasOwn(OWN_FIELDS, name) ? { kind: 'own', name: name as keyof typeof OWN_FIELDS } : null
}

const TEMPLATE = /\{\{([^{}]*)\}\}/g
const OF_USER = 'user.'

/** With the user's attributes put in; null when one of them is missing or empty. */
function expand(text: string, user: RuleUser): string | null {
  let isWhole = true
  const expanded = text.replace(TEMPLATE, (template, inside: string) => {
    const name = inside.trim()
    if (!name.startsWith(OF_USER)) return template
    const value = userAttribute(user, name.slice(OF_USER.length))
    const isThere = value !== undefined && value !== null && value !== '' && typeof value !== 'object'
    if (!isThere) isWhole = false
    return isThere ? String(value) : ''
  })
  return isWhole ? expanded : null
}

function userAttribute(user: RuleUser, attribute: string): Json | undefined {
  if (attribute === 'id' || attribute === 'email' || attribute === 'role') return user[attribute]
  if (!attribute.startsWith('data.')) return undefined
  const name = attribute.slice('data.'.length)
  return Object.hasOwn(user.data, name) ? user.data[name] : undefined
}
