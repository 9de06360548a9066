import type { ValidationRow } from '../../../platform/errors.ts'

export type Place = readonly (string | number)[]

const MAX_ROWS = 50
const MAX_ENTITY_NAME = 64

/** Collects what is wrong, up to what one would read. */
export class Faults {
  readonly rows: ValidationRow[] = []
  /** Of all patterns that were compiled, together. */
  patternSize = 0

  add(place: Place, type: string, msg: string): void {
    if (this.rows.length < MAX_ROWS) this.rows.push({ loc: [...place], msg, type })
  }

  /** For what pydantic has no word. */
  wrong(place: Place, msg: string): void {
    this.add(place, 'value_error', `Value error, ${msg}`)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Why an entity cannot be named so: type and sentence. */
export function nameFault(name: string): [type: string, msg: string] | null {
  if (name.length > MAX_ENTITY_NAME)
    return ['string_too_long', `String should have at most ${MAX_ENTITY_NAME} characters`]
  if (!/^\w+$/.test(name)) return ['string_pattern_mismatch', "String should match pattern '^\\w+$'"]
  // Every JavaScript object seems to have these.
  if (name in Object.prototype || name === 'prototype')
    return ['value_error', `Value error, nothing can be named "${name}"`]
  return null
}
