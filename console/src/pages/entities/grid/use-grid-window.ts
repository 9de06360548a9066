import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RowWindow, type Scrolled, topFor, windowAt } from './grid-window.ts'

/** Until a row is there to be measured. */
const BEGIN: Scrolled = { top: 0, height: 800, rowHeight: 37 }
/** Scrolling draws again only after so many rows. */
const STEP = 4
/** Browsers cannot show what is higher; filters lead to what is behind. */
const HIGHEST = 15_000_000

interface GridWindow {
  window: RowWindow
  /** Of one row, in pixels. */
  rowHeight: number
  /** How many of them can be scrolled to. */
  reach: number
  /** How many rows are in sight. */
  page: number
  reveal(row: number): void
  toTop(): void
}

/**
 * Follows how far a grid is scrolled, and says which rows to draw. `onMove` is called before rows go from the page, so
 * that what is typed in one of them can be taken.
 */
export function useGridWindow(
  frame: RefObject<HTMLElement | null>,
  table: RefObject<HTMLTableElement | null>,
  length: number,
  onMove: (next: RowWindow) => void,
): GridWindow {
  const [scrolled, setScrolled] = useState(BEGIN)
  const measured = useRef(BEGIN)
  const reach = Math.min(length, Math.floor(HIGHEST / scrolled.rowHeight))
  const latest = useRef({ reach, onMove })
  useEffect(() => {
    latest.current = { reach, onMove }
  })
  const hasRows = length > 0
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !hasRows) return
    const read = () => {
      const head = table.current?.tHead?.offsetHeight ?? 0
      const heights = [...(table.current?.tBodies[0]?.rows ?? [])].map(
        (row) => row.getBoundingClientRect().height,
      )
      const rowHeight = heights.length > 0 ? Math.min(...heights) : measured.current.rowHeight
      measured.current = { top: element.scrollTop, height: element.clientHeight - head, rowHeight }
      move()
    }
    const move = () => {
      const { height, rowHeight } = measured.current
      measured.current = { top: element.scrollTop, height, rowHeight }
      const step = STEP * rowHeight
      const top = Math.floor(element.scrollTop / step) * step
      const next = { top, height: height + step, rowHeight }
      setScrolled((before) => {
        const isSame =
          before.top === next.top && before.height === next.height && before.rowHeight === next.rowHeight
        return isSame ? before : next
      })
      latest.current.onMove(windowAt(next, latest.current.reach))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', move, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', move)
    }
  }, [frame, table, hasRows])

  return {
    window: windowAt(scrolled, reach),
    rowHeight: scrolled.rowHeight,
    reach,
    page: Math.max(1, Math.floor((scrolled.height - STEP * scrolled.rowHeight) / scrolled.rowHeight) - 1),
    reveal: (row) => {
      const element = frame.current
      if (!element) return
      const now = { ...measured.current, top: element.scrollTop }
      const top = topFor(row, now)
      if (top !== now.top) element.scrollTop = top
    },
    toTop: () => frame.current?.scrollTo({ top: 0 }),
  }
}
