import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import type { Place } from './grid-place.ts'

interface CellPresses {
  onFocus(place: Place): void
  /** Pressed without Shift: what was a range is none any more. */
  onPress(): void
  /** Pressed with Shift, or dragged to. */
  onExtend(place: Place): void
  onEdit(place: Place): void
}

/** What the pointer does in cells. The grid listens for all of them: thousands scroll by. */
export function useCellPresses({ onFocus, onPress, onExtend, onEdit }: CellPresses) {
  const wasChosen = useRef(false)
  return {
    onFocus: ({ target }: FocusEvent) => {
      const place = target instanceof HTMLElement && 'cell' in target.dataset ? placeAt(target) : null
      if (place) onFocus(place)
    },
    // The first click chooses the cell, the second edits it; a phone has no other way.
    onMouseDown: (event: MouseEvent) => {
      const cell = cellAround(event.target)
      wasChosen.current = cell !== null && document.activeElement === cell && !event.shiftKey
      if (!cell || event.button !== 0) return
      if (!event.shiftKey) return onPress()
      // The focus stays where the range began.
      event.preventDefault()
      onExtend(placeAt(cell))
    },
    onPointerOver: ({ target, buttons, pointerType }: PointerEvent) => {
      if (buttons !== 1 || pointerType !== 'mouse' || !isFromCell()) return
      const cell = cellAround(target)
      if (cell) onExtend(placeAt(cell))
    },
    onClick: ({ target }: MouseEvent) => {
      const cell = cellAround(target)
      if (cell && wasChosen.current) onEdit(placeAt(cell))
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const cell = cellAround(target)
      if (cell) onEdit(placeAt(cell))
    },
  }
}

/** The cell that something is in, unless it is being edited. */
function cellAround(target: EventTarget): HTMLElement | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  return cell && !('open' in cell.dataset) ? cell : null
}

function placeAt(cell: HTMLElement): Place {
  const row = Number(cell.parentElement?.ariaRowIndex) - 2
  return { row, column: cell instanceof HTMLTableCellElement ? cell.cellIndex - 1 : 0 }
}

/** Whether a drag began in a cell: the focus went there with the press. */
const isFromCell = () =>
  document.activeElement instanceof HTMLElement && 'cell' in document.activeElement.dataset
