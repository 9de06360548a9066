/** The common rules as a form has them: alternatives, of which any is enough. Others are JSON. */
import { isFieldName } from '@atrium/sdk'
import { isObject, type Json, type Rule } from '../../entity-schema.ts'

export type Alternative =
  | { kind: 'signed_in' }
  | { kind: 'creator' }
  | { kind: 'role'; role: string }
  /** The field holds what the user has in this attribute: `id`, `email`, `role` or `data.x`. */
  | { kind: 'field_is_mine'; field: string; attribute: string }
  | { kind: 'field_is'; field: string; value: string | number | boolean }

export type RuleForm = { kind: 'everyone' } | { kind: 'nobody' } | { kind: 'some'; any: Alternative[] }

/** The form of a rule; null when it says what the form cannot. */
export function ruleFormOf(rule: Rule): RuleForm | null {
  if (rule === false) return { kind: 'nobody' }
  if (rule === true || rule === null || rule === undefined) return { kind: 'everyone' }
  if (Object.keys(rule).length === 0) return { kind: 'everyone' }
  const list = Object.keys(rule).length === 1 ? rule.$or : undefined
  const alternatives = (Array.isArray(list) && list.length > 0 ? list : [rule]).map(alternativeOf)
  const known = alternatives.filter((one) => one !== null)
  return known.length === alternatives.length ? { kind: 'some', any: known } : null
}

export function ruleOf(form: RuleForm): boolean | { [key: string]: Json } {
  if (form.kind === 'everyone') return true
  const conditions = form.kind === 'some' ? form.any.map(conditionOf) : []
  const [first] = conditions
  if (!first) return false
  return conditions.length === 1 ? first : { $or: conditions }
}

/** Every record has an id, so this asks for nothing but somebody; nobody signed in fulfils no condition at all. */
const SIGNED_IN = { id: { $exists: true } }

export function isForSignedIn(rule: { [key: string]: Json }): boolean {
  return JSON.stringify(rule) === JSON.stringify(SIGNED_IN)
}

function conditionOf(alternative: Alternative): { [key: string]: Json } {
  switch (alternative.kind) {
    case 'signed_in':
      return SIGNED_IN
    case 'creator':
      return { created_by_id: '{{user.id}}' }
    case 'role':
      return { user_condition: { role: alternative.role } }
    case 'field_is_mine':
      return { [`data.${alternative.field}`]: `{{user.${alternative.attribute}}}` }
    case 'field_is':
      return { [`data.${alternative.field}`]: alternative.value }
  }
}

/** What a rule can ask of a user. */
export function isAttribute(name: string): boolean {
  if (name.startsWith('data.')) return isFieldName(name.slice('data.'.length)) && !/[{}]/.test(name)
  return name === 'id' || name === 'email' || name === 'role'
}

function alternativeOf(condition: Json): Alternative | null {
  if (!isObject(condition)) return null
  if (isForSignedIn(condition)) return { kind: 'signed_in' }
  const [[key, value] = ['', null], ...others] = Object.entries(condition)
  if (others.length > 0) return null
  if (key === 'created_by_id' && value === '{{user.id}}') return { kind: 'creator' }
  if (key === 'user_condition') return roleIn(value)
  if (!key.startsWith('data.')) return null
  const field = key.slice('data.'.length)
  if (!field.split('.').every(isFieldName)) return null
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'field_is', field, value }
  if (typeof value !== 'string') return null
  const attribute = /^\{\{user\.([^{}]+)\}\}$/.exec(value)?.[1] ?? ''
  if (isAttribute(attribute)) return { kind: 'field_is_mine', field, attribute }
  return value.includes('{{') ? null : { kind: 'field_is', field, value }
}

function roleIn(value: Json): Alternative | null {
  if (!isObject(value) || Object.keys(value).length !== 1) return null
  const { role } = value
  return typeof role === 'string' && role !== '' && !role.includes('{{') ? { kind: 'role', role } : null
}
