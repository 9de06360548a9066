/** A rectangle of cells: from the one where it began to the one it was drawn to. */
import type { Place } from './grid-place.ts'

/** All four belong to it. */
export interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** More rows than this are not taken into one range: all of them are read and kept. */
export const MOST_ROWS = 1_000

export function boxOf(from: Place, to: Place): Box {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  }
}

export const rowsIn = ({ top, bottom }: Box) => bottom - top + 1
export const columnsIn = ({ left, right }: Box) => right - left + 1
export const cellsIn = (box: Box) => rowsIn(box) * columnsIn(box)

/** No further from where it began than a range may be. */
export function reachable(from: Place, to: Place): Place {
  const far = MOST_ROWS - 1
  return { ...to, row: Math.max(from.row - far, Math.min(to.row, from.row + far)) }
}

/**
 * Where pasted cells come to stand. One cell, or a block that fits several times, fills the range; everything else begins
 * at its first cell and takes the room it needs, up to the edge of the grid.
 */
export function targetOf(range: Box, pasted: { rows: number; columns: number }, edge: Place): Box {
  const isFilling = rowsIn(range) % pasted.rows === 0 && columnsIn(range) % pasted.columns === 0
  if (isFilling) return range
  return {
    top: range.top,
    left: range.left,
    bottom: Math.min(range.top + pasted.rows - 1, edge.row),
    right: Math.min(range.left + pasted.columns - 1, edge.column),
  }
}
