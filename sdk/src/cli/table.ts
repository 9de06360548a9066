/** Prints for people: rows for lists, key and value for single things. */
import { isRecord } from '../errors.ts'
import { columnsOf, guessColumns } from './columns.ts'
import { cutTo, visible, widthOf } from './print.ts'
import { type Paint, paintFor } from './style.ts'
import type { Terminal } from './terminal.ts'

const GAP = '  '
const WIDTH_WHEN_UNKNOWN = 120
/** A column is not made narrower than this before others are left out. */
const NARROWEST = 12

export interface View {
  /** The width of the terminal. */
  width?: number | undefined
  /** The operation whose answer it is. */
  operation?: string
  paint?: Paint
}

/** A table as this terminal shows it. */
export function viewOf({ stdout, env }: Terminal, operation = ''): View {
  return { width: stdout.columns, operation, paint: paintFor(stdout, env) }
}

/** Columns that do not fit are cut, then left out and named below. */
export function asTable(answer: unknown, view: View = {}): string {
  if (Array.isArray(answer)) return createRows(view).page(answer)
  if (!isRecord(answer)) return `${cell(answer)}\n`
  const list = listIn(answer)
  if (list === undefined) return pairs(flatten(answer))
  return createRows(view).page(answer[list] as unknown[]) + belowList(answer, list)
}

/** The field that holds the rows, when the answer is a list rather than a thing with a list inside. */
export function listIn(answer: Record<string, unknown>): string | undefined {
  const arrays = Object.keys(answer).filter((key) => Array.isArray(answer[key]))
  return arrays.length === 1 && !('id' in answer) ? arrays[0] : undefined
}

/** What else a page says, and how to get the next one. */
export function belowList(answer: Record<string, unknown>, list: string): string {
  const { [list]: _, next_cursor, has_more, ...rest } = answer
  const totals = Object.entries(rest).map(([key, value]) => `${visible(key)} ${cell(value)}`)
  const more = has_more ? [`More: add --all, or --cursor ${cell(next_cursor)}`] : []
  return [...totals, ...more].map((line) => `${line}\n`).join('')
}

/** Rows of one table that come page by page: the first page says how wide the columns are. */
export function createRows({ width = WIDTH_WHEN_UNKNOWN, operation = '', paint = (_, text) => text }: View) {
  let columns: Column[] | null = null
  return {
    page(rows: readonly unknown[]): string {
      if (rows.length === 0) return columns === null ? 'Nothing found.\n' : ''
      const records = rows.map((row) => (isRecord(row) ? row : { value: row }))
      const isFirst = columns === null
      const { shown, hidden } = columns ? { shown: columns, hidden: [] } : fit(records, operation, width)
      columns = shown
      const lines = records.map((row) => line(shown.map((one) => padded(valueIn(row, one.name), one.width))))
      const head = isFirst
        ? `${paint('bold', line(shown.map((one) => padded(visible(one.name), one.width))))}\n`
        : ''
      const missing =
        hidden.length > 0 ? `Not shown: ${hidden.map(visible).join(', ')} (--json shows all)\n` : ''
      return `${head}${lines.map((text) => `${text}\n`).join('')}${missing}`
    },
  }
}

interface Column {
  name: string
  width: number
}

function fit(records: readonly Record<string, unknown>[], operation: string, width: number) {
  const wanted = columnsOf(operation)
  const names = [...new Set(records.flatMap((row) => Object.keys(row)))]
  // What the server sends may have other fields than we know of: an empty table would help nobody.
  const known = wanted?.filter((name) => names.includes(name.split('.')[0] ?? '')) ?? []
  const chosen = known.length > 0 ? known : guessColumns(names, operation.startsWith('records.'))
  const columns = chosen.map((name) => ({
    name,
    width: Math.min(
      records.reduce((most, row) => Math.max(most, widthOf(valueIn(row, name))), widthOf(visible(name))),
      Math.max(width, NARROWEST),
    ),
  }))
  const shown = columns.slice(0, countFitting(columns, width))
  narrow(shown, width)
  return { shown, hidden: columns.slice(shown.length).map(({ name }) => name) }
}

/** At least one column, then as many as the line holds when wide ones are cut. */
function countFitting(columns: readonly Column[], width: number): number {
  let used = 0
  const overflowing = columns.findIndex((column, i) => {
    used += least(column) + (i > 0 ? GAP.length : 0)
    return i > 0 && used > width
  })
  return overflowing === -1 ? columns.length : overflowing
}

/** Ids are copied, so they stay whole. */
function least({ name, width }: Column): number {
  return /(^|_)id$/.test(name) ? width : Math.min(width, NARROWEST)
}

/** Takes from the widest, place by place, until the line fits. */
function narrow(columns: Column[], width: number): void {
  let over = columns.reduce((sum, one) => sum + one.width + GAP.length, -GAP.length) - width
  while (over > 0) {
    const [widest] = columns.filter((one) => one.width > least(one)).sort((a, b) => b.width - a.width)
    if (!widest) return
    widest.width -= 1
    over -= 1
  }
}

function line(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd()
}

function padded(text: string, width: number): string {
  const cut = cutTo(text, width)
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)))
}

function valueIn(row: Record<string, unknown>, name: string): string {
  if (Object.hasOwn(row, name)) return cell(row[name])
  let value: unknown = row
  for (const part of name.split('.')) value = isRecord(value) ? value[part] : undefined
  return cell(value)
}

function pairs(rows: readonly [string, unknown][]): string {
  const width = rows.reduce((most, [key]) => Math.max(most, widthOf(visible(key))), 0)
  return rows
    .map(([key, value]) => `${padded(visible(key), width)}${GAP}${cell(value)}`.trimEnd())
    .map((text) => `${text}\n`)
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
