/** What stands in a file, as far as its form says it: rows, or one value. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { ApiError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/http/body.ts'
import type { FileRow } from './store.ts'

export type Content =
  | { kind: 'rows'; rows: Record<string, unknown>[]; isText: boolean }
  | { kind: 'value'; value: unknown }
  | { kind: 'text'; text: string }

/** Says in words why a file cannot be read. */
export class Unreadable extends Error {}

export const MOST_ROWS = 10_000

type Named = Pick<FileRow, 'name' | 'content_type'>

export async function readContent(file: Named, bytes: Buffer): Promise<Content> {
  const form = formOf(file)
  if (form === null) {
    throw new Unreadable(
      `Files of type ${file.content_type} are not supported; send CSV, JSON, JSON lines or text.`,
    )
  }
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Unreadable('The file is not text in UTF-8.')
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  switch (form) {
    case 'csv':
      return { kind: 'rows', rows: await readCsv(text), isText: true }
    case 'jsonl':
      return { kind: 'rows', rows: readLines(text), isText: false }
    case 'json':
      return { kind: 'value', value: readJson(text, 'The file is not JSON') }
    case 'text':
      return { kind: 'text', text }
  }
}

type Form = 'csv' | 'json' | 'jsonl' | 'text'

const BY_ENDING: Record<string, Form> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  txt: 'text',
  md: 'text',
  log: 'text',
}
const BY_TYPE: Record<string, Form> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'text/plain': 'text',
  'text/markdown': 'text',
}

/** Browsers call a CSV file many things; its name is a better guide. */
function formOf({ name, content_type }: Named): Form | null {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return BY_ENDING[ending] ?? BY_TYPE[content_type] ?? null
}

async function readCsv(text: string): Promise<Record<string, unknown>[]> {
  const [first = ''] = text.split('\n', 1)
  const delimiter = ['\t', ';', ','].find((one) => first.includes(one)) ?? ','
  const options = {
    delimiter,
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  }
  const rows: Record<string, unknown>[] = []
  try {
    for await (const row of Readable.from([text]).pipe(parse(options))) {
      if (rows.length === MOST_ROWS) throw tooMany()
      rows.push(Object.fromEntries(Object.entries(row as Record<string, unknown>)))
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { message, lines } = error as CsvError
    throw new Unreadable(`The CSV cannot be read${lines ? ` at line ${lines}` : ''}: ${message}`)
  }
  return rows
}

function readLines(text: string): Record<string, unknown>[] {
  const lines = text.split(/\r?\n/)
  if (lines.length > MOST_ROWS + 1) throw tooMany()
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = readJson(line, `Line ${index + 1} is not JSON`)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Unreadable(`Line ${index + 1} is not an object.`)
    }
    return [value as Record<string, unknown>]
  })
}

/** As bodies are read: no deep nesting, no keys that reach a prototype. */
function readJson(text: string, complaint: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof ApiError) throw new Unreadable(`${complaint}.`)
    throw error
  }
}

function tooMany(): Unreadable {
  return new Unreadable(`The file has more than ${MOST_ROWS} rows; send it in parts.`)
}
