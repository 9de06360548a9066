/** The rows of a file of records, one after the other as it arrives; never all of it at once. */
import { pipeline, Readable } from 'node:stream'
import type { IncomingFile } from '@atrium/contract'
import { CsvError, parse } from 'csv-parse'
import { ApiError } from '../../../platform/errors.ts'
import { parseJson, refuseUnstorableText } from '../../../platform/http/body.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import { type CsvHeader, cellValues, readHeader } from './csv-cells.ts'
import { arrayElements, lines } from './json-pieces.ts'
import type { FileFormat } from './record-file.ts'

export type ImportRow =
  | { row: number; values: Record<string, unknown> }
  | { row: number; faults: readonly RowFault[] }

export interface RowFault {
  /** Null stands for the whole row. */
  field: string | null
  message: string
}

/** The file cannot be read any further. */
export class FileFault extends Error {}

const MAX_ROW = 1024 * 1024
const HEAD = 64 * 1024

export async function* importRows(
  { name, content_type, bytes }: IncomingFile,
  schema: EntitySchema,
  format: FileFormat | undefined,
): AsyncGenerator<ImportRow> {
  const { head, all } = await withHead(texts(bytes))
  const form = format ?? formatOf(name, content_type, head)
  if (form === 'csv') yield* csvRows(all, head, schema)
  else yield* jsonRows(form === 'json' ? arrayElements(all, MAX_ROW) : lines(all, MAX_ROW))
}

async function* jsonRows(pieces: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let row = 0
  for await (const piece of pieces) {
    row++
    yield attempt(row, () => {
      const values = parseJson(piece)
      if (typeof values === 'object' && values !== null && !Array.isArray(values))
        return values as Record<string, unknown>
      throw new TypeError('An object is wanted here')
    })
  }
}

async function* csvRows(
  all: AsyncIterable<string>,
  head: string,
  schema: EntitySchema,
): AsyncGenerator<ImportRow> {
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  })
  pipeline(Readable.from(all), parser, () => {}) // its failures come to anyone who reads the parser
  let header: CsvHeader | null = null
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!header) {
        header = readHeader(schema, cells)
        if (header.faults.length > 0) yield { row: 0, faults: header.faults }
        continue
      }
      row++
      const { columns } = header
      yield attempt(row, () => {
        if (cells.length > columns.length)
          throw new TypeError(`There are ${cells.length} cells, and ${columns.length} in the header`)
        const values = cellValues(columns, cells)
        refuseUnstorableText(values, [])
        return values
      })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileFault(`Behind row ${row}: ${error.message}`)
    throw error
  }
}

/** One that cannot be read is reported as such, and the next one is read. */
function attempt(row: number, read: () => Record<string, unknown>): ImportRow {
  try {
    return { row, values: read() }
  } catch (error) {
    if (error instanceof TypeError) return { row, faults: [{ field: null, message: error.message }] }
    if (error instanceof ApiError) return { row, faults: faultsOf(error) }
    throw error
  }
}

/** What a refusal says, by field. */
export function faultsOf({ detail, extra, message }: ApiError): RowFault[] {
  if (typeof detail !== 'string') return detail.map(({ loc, msg }) => ({ field: fieldAt(loc), message: msg }))
  if (!Array.isArray(extra.fields)) return [{ field: null, message }]
  return extra.fields.map((field) => ({ field: String(field).replace(/^data\./, ''), message }))
}

function fieldAt(loc: readonly (string | number)[]): string | null {
  const path = loc.filter((part, index) => index > 0 || part !== 'body')
  return typeof path[0] === 'string' ? path.join('.') : null
}

/** Without a byte order mark. */
async function* texts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new FileFault('The file is not in UTF-8; save it so and send it again')
    }
  }
  for await (const chunk of bytes) yield decode(chunk)
  yield decode()
}

/** The beginning, up to the end of the first line, and all of it. */
async function withHead(source: AsyncGenerator<string>) {
  let head = ''
  for (;;) {
    const next = await source.next()
    if (next.done) break
    head += next.value
    if (head.length > HEAD || head.trimStart().includes('\n')) break
  }
  async function* all() {
    yield head
    yield* source
  }
  return { head, all: all() }
}

function formatOf(name: string, contentType: string, head: string): FileFormat {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension === 'csv' || extension === 'tsv' || extension === 'txt') return 'csv'
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl'
  const first = head.trimStart().charAt(0)
  if (first === '[') return 'json'
  if (first === '{') return 'jsonl'
  return extension === 'json' || contentType.includes('json') ? 'json' : 'csv'
}

/** Whichever stands most often in the header, outside of quotes. */
function delimiterOf(head: string): string {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (const character of head.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\n' && !isQuoted) break
    else if (!isQuoted && character in counts) counts[character as keyof typeof counts]++
  }
  const [[most] = [',']] = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return most
}
