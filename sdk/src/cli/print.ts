/** Answers for people: rows for lists, key and value for single things. */
import { isRecord } from '../errors.ts'

const GAP = '  '
const WIDTH_WHEN_UNKNOWN = 120

export function asJson(answer: unknown): string {
  return `${JSON.stringify(answer, null, 2)}\n`
}

/** `width` is the terminal's; columns that do not fit are left out and named below. */
export function asTable(answer: unknown, width = WIDTH_WHEN_UNKNOWN): string {
  if (Array.isArray(answer)) return rowsTable(answer, width)
  if (!isRecord(answer)) return `${cell(answer)}\n`
  const list = listIn(answer)
  if (list === undefined) return aligned(flatten(answer).map(([key, value]) => [visible(key), cell(value)]))
  const { [list]: rows, next_cursor, has_more, ...rest } = answer
  const totals = Object.entries(rest).map(([key, value]) => `${key} ${cell(value)}`)
  const more = has_more ? [`More: add --all, or --cursor ${cell(next_cursor)}`] : []
  return [rowsTable(rows as unknown[], width), ...[...totals, ...more].map((line) => `${line}\n`)].join('')
}

/** The field that holds the rows, when the answer is a list rather than a thing with a list inside. */
function listIn(answer: Record<string, unknown>): string | undefined {
  const arrays = Object.keys(answer).filter((key) => Array.isArray(answer[key]))
  return arrays.length === 1 && !('id' in answer) ? arrays[0] : undefined
}

function rowsTable(rows: readonly unknown[], width: number): string {
  if (rows.length === 0) return 'Nothing found.\n'
  const records = rows.map((row) => (isRecord(row) ? row : { value: row }))
  const columns = [...new Set(records.flatMap((row) => Object.keys(row)))].map((name) => {
    const cells = [visible(name), ...records.map((row) => cell(row[name]))]
    return { name, cells, width: widest(cells) }
  })
  const fitting = columns.slice(0, countFitting(columns, width))
  const lines = ['', ...records].map((_, i) => fitting.map(({ cells }) => cells[i] ?? ''))
  const hidden = columns.slice(fitting.length).map(({ name }) => visible(name))
  return (
    aligned(lines) + (hidden.length > 0 ? `Not shown: ${hidden.join(', ')} (--output json shows all)\n` : '')
  )
}

/** At least one column, then as many as the line holds. */
function countFitting(columns: readonly { width: number }[], width: number): number {
  let used = 0
  const overflowing = columns.findIndex((column, i) => {
    used += column.width + (i > 0 ? GAP.length : 0)
    return i > 0 && used > width
  })
  return overflowing === -1 ? columns.length : overflowing
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, i) => widest(lines.map((line) => line[i] ?? '')))
  return lines
    .map((line) =>
      line
        .map((text, i) => text + ' '.repeat((widths[i] ?? 0) - lengthOf(text)))
        .join(GAP)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** `user.email` for the fields of a thing inside the thing. */
function flatten(record: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value]],
  )
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return visible(value.join(', '))
  return visible(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Names are written by others: their control characters must not reach the terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_C}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Not `Math.max(...)`: a long list would be too many arguments. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, lengthOf(text)), 0)
}

function lengthOf(text: string): number {
  return [...text].length
}
