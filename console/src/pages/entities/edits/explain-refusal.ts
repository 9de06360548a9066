/** Why a value was not taken, in words for the cell it stands in. */
import { ApiError } from '@atrium/sdk'
import { isObject } from '../../../entity-schema.ts'
import { explainError } from '../../../explain-error.ts'
import { fill } from '../../../language/fill.ts'
import { words } from './words.ts'

export function explainCellRefusal(error: unknown, field: string): string {
  if (!(error instanceof ApiError)) return explainError(error).message
  if (error.code === 'row_rule_refused') return words.yourChangesToThis
  if (error.code === 'field_rule_refused') {
    const places = fieldsOf(error).map((place) => place.replace(/^data\./, ''))
    const inside = places.filter((place) => place.startsWith(`${field}.`))
    return inside.length > 0
      ? fill(words.aFieldRuleDoes, { inside: inside.join(', ') })
      : words.aFieldRuleDoesNot
  }
  if (error.code === 'record_not_found') return words.thisRecordWasDeleted
  const row = error.fields.find(({ loc }) => loc[1] === field) ?? error.fields[0]
  if (!row) return explainError(error).message
  const inside = row.loc.slice(2).join('.')
  return inside ? `${inside}: ${row.msg}` : row.msg
}

/** The outermost fields that a refusal is about. */
export function refusedNames(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  const places = fieldsOf(error).map((place) => place.replace(/^data\./, '').split('.')[0] ?? '')
  return [...new Set([...places, ...error.fields.map(({ loc }) => String(loc[1] ?? ''))])].filter(Boolean)
}

function fieldsOf({ body }: ApiError): string[] {
  const fields = isObject(body) ? body.fields : []
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
}
