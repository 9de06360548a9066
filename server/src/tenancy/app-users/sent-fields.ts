import { FIELD_NAME_RULE, isFieldName } from '@atrium/contract/field-names'
import { invalid } from '../../platform/errors.ts'
import type { Fields } from './user-fields.ts'

/** What users are known by; the app keeps no fields of these names. */
const OWN_NAMES = new Set(['id', 'email', 'full_name', 'role', 'created_date', 'updated_date'])
const MOST_FIELDS = 200
const MOST_CHARACTERS = 100_000

export function withoutOwn(sent: Fields): Fields {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !OWN_NAMES.has(name)))
}

/** Refuses with 422 names that are none, and more than is kept of a user. */
export function requireRoom(before: Fields, sent: Fields, place: readonly string[]): void {
  const odd = Object.keys(sent).find((name) => !isFieldName(name))
  if (odd !== undefined) throw invalid([...place, odd], 'value_error', `Value error, ${FIELD_NAME_RULE}`)
  // What is cleared makes room.
  const left = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null)
  const characters = JSON.stringify(Object.fromEntries(left)).length
  const isTooMuch = left.length > MOST_FIELDS || characters > MOST_CHARACTERS
  if (isTooMuch)
    throw invalid(
      [...place],
      'too_long',
      `An app keeps at most ${MOST_FIELDS} fields and ${MOST_CHARACTERS} characters of a user`,
    )
}
