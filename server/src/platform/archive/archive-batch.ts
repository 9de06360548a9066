import type { ArchiveRow, Collection } from './collection.ts'

/** So that neither an import nor an export ever holds everything. */
export const BATCH_SIZE = 1_000
/** Of its lines: a thousand rows may still be a gigabyte. */
export const BATCH_LENGTH = 16 * 1024 * 1024

/** Rows of one collection that stand together, not yet checked. */
export interface Batch {
  collection: Collection
  rows: ArchiveRow<unknown>[]
  /** The line a row stands on, where the form has one row a line. */
  lineOf(index: number): number | null
}

export interface Line {
  text: string
  number: number
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
