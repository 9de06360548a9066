import pg from 'pg'
import { refuse } from '../../../platform/errors.ts'
import type { Json } from '../conditions/condition.ts'

/** Bytes of a record as JSON text, of what one caller may read of it. */
export const MAX_RECORD_BYTES = 1_048_576
/** Bytes of a whole record; the database holds it. Callers who read different parts of a record never reach it together. */
export const MAX_STORED_BYTES = 8 * MAX_RECORD_BYTES
const CONSTRAINT = 'records_size'

/** Of all records in an answer: less for strangers, of whom anybody can send as many as they like. */
export function maxListBytes(isKnown: boolean): number {
  return (isKnown ? 32 : 8) * MAX_RECORD_BYTES
}

/** As much as is read at once. */
export interface Most {
  rows: number
  bytes: number
}

/** How many of the first rows are within so many bytes; one always is. */
export function countWithin(rows: readonly { bytes: number }[], most: number): number {
  let bytes = 0
  for (const [i, row] of rows.entries()) {
    bytes += row.bytes
    if (bytes > most && i > 0) return i
  }
  return rows.length
}

/** Of rows that have none of their own. */
export function bytesAsJson(rows: readonly object[]): number {
  return Buffer.byteLength(JSON.stringify(rows))
}

/** Bytes of a value as the database writes it, which counts them. */
export function storedBytes(value: Json): number {
  if (typeof value === 'number') return numberLength(value)
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value))
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + storedBytes(one), listed(value.length))
  const entries = Object.entries(value)
  return entries.reduce(
    (sum, [name, one]) => sum + storedBytes(name) + ': '.length + storedBytes(one),
    listed(entries.length),
  )
}

/** Brackets, and a comma and a space between two elements. */
const listed = (count: number) => 2 + Math.max(0, count - 1) * 2

/** Without an exponent. */
function numberLength(value: number): number {
  const text = String(value === 0 ? 0 : value)
  const [, sign = '', whole = '', rest = '', power] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (power === undefined) return text.length
  const digits = whole.length + rest.length
  const exponent = Number(power)
  return sign.length + (exponent < 0 ? 1 - exponent + digits : Math.max(exponent + 1, digits))
}

/** Refuses a new record that is too large: all of it was sent. */
export function requireNewSize(data: { [field: string]: Json }): void {
  if (storedBytes(data) > MAX_RECORD_BYTES) throw refuse('record_too_large')
}

/** For archives, which bring whole records. */
export function isWithinSize(data: { [field: string]: Json }): boolean {
  return storedBytes(data) <= MAX_STORED_BYTES
}

/** Says so where the database refused a record for its size. */
export async function withinSize<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const isTooLarge = error instanceof pg.DatabaseError && error.constraint === CONSTRAINT
    throw isTooLarge ? refuse('record_too_large') : error
  }
}
