/** A table as a CSV file, as RFC 4180 has it. */

import { guarded } from './formulas.ts'

type Cell = string | number

export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** People type search terms, which must not run in a spreadsheet. */
function cellOf(value: Cell): string {
  const text = typeof value === 'string' ? guarded(value) : String(value)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
