/** Which rows of a long list are drawn. All have one height; one that is higher, for a refusal, moves the others a little. */

export interface RowWindow {
  first: number
  /** The one behind the last. */
  last: number
}

export interface Scrolled {
  /** In pixels, as is all here. */
  top: number
  /** Of what is in sight below the head. */
  height: number
  rowHeight: number
}

/** Short lists are drawn whole: then the browser's own search finds everything. */
export const DRAWN_WHOLE = 60
/** Rows outside of what is in sight, so that a turn of the wheel meets rows that are there. */
const AROUND = 4
/** The window moves in steps, so that not every pixel draws. */
const STEP = 4

export function windowAt({ top, height, rowHeight }: Scrolled, length: number): RowWindow {
  if (length <= DRAWN_WHOLE) return { first: 0, last: length }
  const first = Math.floor((top / rowHeight - AROUND) / STEP) * STEP
  const last = Math.ceil(((top + height) / rowHeight + AROUND) / STEP) * STEP
  const most = Math.max(0, Math.min(last, length))
  return { first: Math.max(0, Math.min(first, most)), last: most }
}

/** How far to scroll so that a row is in sight; where it is already, nothing moves. */
export function topFor(row: number, { top, height, rowHeight }: Scrolled): number {
  const above = row * rowHeight
  if (above < top) return above
  return Math.max(top, above + rowHeight - height)
}

/** Whether one window follows the other without a gap, as when scrolling and unlike a jump. */
export function isNear(one: RowWindow, other: RowWindow): boolean {
  return one.first <= other.last && other.first <= one.last
}
