import { useState } from 'react'
import { type Cell, cellAt, type Place, placeOf, within } from './grid-place.ts'
import { type Box, boxOf, reachable } from './grid-range.ts'
import type { RecordRows } from './record-rows.ts'

interface CellRange {
  /** The cells that copying and pasting are about: the range, or the one cell. */
  box: Box
  /** Whether there is more than the one cell. */
  isRange: boolean
  /** The cell it was drawn to. */
  to: Place
  /** Draws the range to this cell, and returns how far it reaches. */
  extend(to: Place): Place
  clear(): void
}

/** A range of cells that begins at the active one; known by its records, so that it covers no other ones by itself. */
export function useCellRange(
  active: Cell | null,
  rows: Omit<RecordRows, 'read'>,
  columns: readonly { name: string }[],
): CellRange {
  const [range, setRange] = useState<{ from: Cell; to: Cell } | null>(null)
  const at = placeOf(active, rows, columns)
  const isThere = (cell: Cell) => cell.id === null || rows.placeOf(cell.id) >= 0
  const isWhole = range !== null && isThere(range.from) && isThere(range.to)
  const from = isWhole ? placeOf(range.from, rows, columns) : at
  const to = isWhole ? placeOf(range.to, rows, columns) : at
  return {
    box: boxOf(from, to),
    to,
    isRange: from.row !== to.row || from.column !== to.column,
    extend: (wanted) => {
      const end = reachable(from, within(wanted, rows, columns))
      const [begun, last] = [cellAt(from, rows, columns), cellAt(end, rows, columns)]
      if (begun && last) setRange({ from: begun, to: last })
      return end
    },
    clear: () => setRange(null),
  }
}
