import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Place } from './grid-place.ts'

/**
 * Moves the focus between cells of which most are not on the page. While the cell that has it is not, the grid itself
 * holds it, so that keys go on from there.
 */
export function useGridFocus(
  table: RefObject<HTMLTableElement | null>,
  isDrawn: boolean,
  reveal: (row: number) => void,
) {
  const hasFocus = useRef(false)
  /** It is scrolled to, and focused once it is drawn and read. */
  const awaited = useRef<Place | null>(null)
  const nodeAt = ({ row, column }: Place) => {
    const line = table.current?.querySelector(`tbody > tr[aria-rowindex="${row + 2}"]`)
    const node = line?.children[column + 1]
    return node instanceof HTMLElement && 'cell' in node.dataset ? node : null
  }
  useLayoutEffect(() => {
    const node = awaited.current && hasFocus.current ? nodeAt(awaited.current) : null
    if (node) {
      awaited.current = null
      focusNode(node)
    }
    const isLost = hasFocus.current && document.activeElement === document.body
    if (isLost && (awaited.current || !isDrawn)) table.current?.focus({ preventScroll: true })
  })
  return {
    focus(place: Place) {
      reveal(place.row)
      const node = nodeAt(place)
      awaited.current = node ? null : place
      if (node) return focusNode(node)
      hasFocus.current = true
      table.current?.focus({ preventScroll: true })
    },
    /** Brings a cell into sight; the focus stays where it is. */
    show(place: Place) {
      reveal(place.row)
      nodeAt(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    onFocus() {
      hasFocus.current = true
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
      hasFocus.current = false
      awaited.current = null
    },
  }
}

function focusNode(node: HTMLElement) {
  node.focus({ preventScroll: true })
  node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
