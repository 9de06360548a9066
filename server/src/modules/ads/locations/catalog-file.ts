/**
 * The form of the catalog's file: whole columns, one after the other, so that reading it is no more than
 * unpacking and laying views over the bytes. Little-endian, as every machine that Node 24 is published for.
 */

import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'

/**
 * How a label came to its place, best first. Well-known is the name of a place that people gave aliases to. Codes are
 * never searched for; they only tell places of one name apart.
 */
export const LABEL_KINDS = ['well-known', 'name', 'alias', 'translation', 'code'] as const
export const NO_ROW = 0xffffffff
/** The ad platforms' own ids end far below, so that ours can never be taken for one of theirs. */
export const FIRST_CITY_ID = 1_000_000_000
export const FIRST_REGION_ID = 1_900_000_000

export interface Catalog {
  /** By row: the number in `geoTargetConstants/…`. */
  ids: Uint32Array
  populations: Uint32Array
  /** By row: two letters in one number, see `countryNumber`. */
  countries: Uint16Array
  /** By row: the row of its country (its own for a country) and of its region, if it has one. */
  countryRows: Uint32Array
  regionRows: Uint32Array
  nameStarts: Uint32Array
  /** Sorted by their bytes; each ends with a zero. */
  labelStarts: Uint32Array
  labelRows: Uint32Array
  labelKinds: Uint8Array
  /** Where in `labels` a later word of a label begins, sorted by what follows from there. */
  wordStarts: Uint32Array
  /** UTF-8, one after the other. */
  names: Uint8Array
  labels: Uint8Array
}

type Column = keyof Catalog

const COLUMNS = [
  ['ids', Uint32Array],
  ['populations', Uint32Array],
  ['countryRows', Uint32Array],
  ['regionRows', Uint32Array],
  ['nameStarts', Uint32Array],
  ['labelStarts', Uint32Array],
  ['labelRows', Uint32Array],
  ['wordStarts', Uint32Array],
  ['countries', Uint16Array],
  ['labelKinds', Uint8Array],
  ['names', Uint8Array],
  ['labels', Uint8Array],
] as const satisfies readonly (readonly [Column, unknown])[]

/** These mostly grow from one to the next, so their differences take less room. */
const AS_DIFFERENCES: readonly Column[] = ['nameStarts', 'labelStarts', 'labelRows']
const HEADER_BYTES = COLUMNS.length * 4

export function packCatalog(catalog: Catalog): Buffer {
  const header = Uint32Array.from(COLUMNS, ([name]) => catalog[name].length)
  const columns = COLUMNS.map(([name]) => {
    const column = catalog[name]
    return bytesOf(AS_DIFFERENCES.includes(name) ? differences(column as Uint32Array) : column)
  })
  const bytes = Buffer.concat([bytesOf(header), ...columns])
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

/** Unpacks in the thread pool; what is left for this thread takes about a millisecond. */
export async function unpackCatalog(packed: Uint8Array): Promise<Catalog> {
  const bytes = await promisify(brotliDecompress)(packed)
  // Views need their columns at multiples of their size, which a slice of a shared buffer may not give.
  const { buffer, byteOffset } =
    bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  const lengths = new Uint32Array(buffer, byteOffset, COLUMNS.length)
  let at = byteOffset + HEADER_BYTES
  const columns = COLUMNS.map(([name, Kind], index) => {
    const column = new Kind(buffer, at, lengths[index])
    at += column.byteLength
    if (AS_DIFFERENCES.includes(name)) sumUp(column as Uint32Array)
    return [name, column]
  })
  return Object.fromEntries(columns) as Catalog
}

/** `DE` → one number; letters only, any case. */
export function countryNumber(code: string): number {
  const letters = code.toUpperCase()
  return (letters.charCodeAt(0) << 8) | letters.charCodeAt(1)
}

export function countryCode(number: number): string {
  return String.fromCharCode(number >> 8, number & 0xff)
}

function bytesOf(column: Uint8Array | Uint16Array | Uint32Array): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
}

function differences(column: Uint32Array): Uint32Array {
  return column.map((value, index) => value - (column[index - 1] ?? 0))
}

function sumUp(column: Uint32Array): void {
  let sum = 0
  for (let index = 0; index < column.length; index++) {
    sum = (sum + (column[index] ?? 0)) >>> 0
    column[index] = sum
  }
}
