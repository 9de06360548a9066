/** Which cell of a grid is meant while its rows come, go and move. */

/** A cell by its record and field; `near` is where it stood, for when its record is gone or not read yet. */
export interface Cell {
  id: string | null
  field: string
  near: number
}

export interface Place {
  row: number
  column: number
}

interface Rows {
  length: number
  at(place: number): { id: string } | undefined
  placeOf(id: string): number
}
type Columns = readonly { name: string }[]

/** Where the cell is now; if its record is gone, the one that came up in its place. */
export function placeOf(cell: Cell | null, rows: Rows, columns: Columns): Place {
  if (!cell) return { row: 0, column: 0 }
  const row = cell.id === null ? -1 : rows.placeOf(cell.id)
  const column = columns.findIndex(({ name }) => name === cell.field)
  return within({ row: row < 0 ? cell.near : row, column }, rows, columns)
}

export function cellAt(place: Place, rows: Rows, columns: Columns): Cell | null {
  const column = columns[place.column]
  if (!column || place.row >= rows.length) return null
  return { id: rows.at(place.row)?.id ?? null, field: column.name, near: place.row }
}

interface Length {
  length: number
}

export function within({ row, column }: Place, rows: Length, columns: Length): Place {
  const inside = (place: number, length: number) => Math.max(0, Math.min(place, length - 1))
  return { row: inside(row, rows.length), column: inside(column, columns.length) }
}

/** `page` is how many rows are in sight; `last` the last cell of all. */
type Move = (from: Place, to: { isFar: boolean; page: number; last: Place }) => Place

export const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }, { isFar }) => ({ row: isFar ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { isFar, last }) => ({ row: isFar ? last.row : row + 1, column }),
  ArrowLeft: ({ row, column }, { isFar }) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { isFar, last }) => ({ row, column: isFar ? last.column : column + 1 }),
  Home: ({ row }, { isFar }) => ({ row: isFar ? 0 : row, column: 0 }),
  End: ({ row }, { isFar, last }) => ({ row: isFar ? last.row : row, column: last.column }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
}
