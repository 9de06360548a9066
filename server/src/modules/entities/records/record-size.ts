import pg from 'pg'
import { refuse } from '../../../platform/errors.ts'

/** Bytes of a record as JSON text. The database holds it, whatever made a record grow. */
export const MAX_RECORD_BYTES = 1_048_576
const CONSTRAINT = 'records_size'

/** Of all records in an answer: less for those who are not signed in, of whom anybody can send as many as they like. */
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

/** For those who tell of each record on its own. */
export function isWithinSize(data: object): boolean {
  return Buffer.byteLength(JSON.stringify(data)) <= MAX_RECORD_BYTES
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
