import { ArchiveError } from './archive-error.ts'
import type { ArchiveRow, Collection } from './collection.ts'

export const FORMAT = 'atrium-archive'
export const VERSION = 1

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

/** Refuses a file of another program or of a newer Atrium. */
export function checkHeader(header: { format?: unknown; version?: unknown }): void {
  if (header.format === undefined) throw new ArchiveError(`format: Field required; it is "${FORMAT}"`)
  if (header.format !== FORMAT) throw new ArchiveError(`format: Input should be '${FORMAT}'`)
  if (header.version === undefined) throw new ArchiveError(`version: Field required; it is ${VERSION}`)
  if (header.version !== VERSION) {
    const reason = Number(header.version) > VERSION ? '; a newer Atrium wrote this archive, update first' : ''
    throw new ArchiveError(`version: Input should be ${VERSION}${reason}`)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
