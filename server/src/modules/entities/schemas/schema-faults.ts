import type { ValidationRow } from '../../../platform/errors.ts'

export type Place = readonly (string | number)[]

const MAX_ROWS = 50

/** Collects what is wrong, up to what one would read. */
export class Faults {
  readonly rows: ValidationRow[] = []

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

/** Why something cannot be named so: type and sentence. */
export function nameFault(name: string, maxLength: number): [type: string, msg: string] | null {
  if (name.length > maxLength)
    return ['string_too_long', `String should have at most ${maxLength} characters`]
  if (!/^\w+$/.test(name)) return ['string_pattern_mismatch', "String should match pattern '^\\w+$'"]
  // Every JavaScript object seems to have these.
  if (name in Object.prototype || name === 'prototype')
    return ['value_error', `Value error, nothing can be named "${name}"`]
  return null
}
