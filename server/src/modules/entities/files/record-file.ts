/** Records as the text of a file, piece by piece. */
import type { Json } from '../conditions/condition.ts'
import { guardedJson, guardedText } from './formulas.ts'

export interface FileForm {
  contentType: string
  extension: string
  head: string
  row(record: Record<string, Json>, index: number): string
  tail: string
}

export type FileFormat = 'csv' | 'json' | 'jsonl'

export function fileForm(format: FileFormat, columns: readonly string[]): FileForm {
  if (format === 'json')
    return {
      contentType: 'application/json; charset=utf-8',
      extension: 'json',
      head: '[',
      row: (record, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`,
      tail: '\n]\n',
    }
  if (format === 'jsonl')
    return {
      contentType: 'application/x-ndjson; charset=utf-8',
      extension: 'jsonl',
      head: '',
      row: (record) => `${JSON.stringify(record)}\n`,
      tail: '',
    }
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: csvLine(columns.map(csvText)),
    row: (record) =>
      csvLine(columns.map((name) => csvText(Object.hasOwn(record, name) ? record[name] : null))),
    tail: '',
  }
}

function csvText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return guardedText(value)
  return typeof value === 'object' ? guardedJson(value) : String(value)
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n;|\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
