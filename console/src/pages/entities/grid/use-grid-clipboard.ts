import { type RefObject, useEffect, useRef } from 'react'
import { valueAt } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { toast } from '../../../ui/toasts.tsx'
import { countOf } from '../edits/use-row-writes.ts'
import { cellText, guardedText } from '../values/cell-text.ts'
import { type Box, cellsIn, columnsIn, rowsIn } from './grid-range.ts'
import { formatTsv, parseTsv } from './tsv.ts'
import { words } from './words.ts'

/** The cells as they are, for pasting into a grid; programs get texts that run as no formula. */
const CELLS = 'application/x-atrium-cells'

interface GridClipboard {
  /** What is copied, and where pasted cells begin. */
  box: Box
  columns: readonly { name: string }[]
  rowAt: (place: number) => EntityRecord | undefined
  onPaste: (texts: string[][]) => void
}

/** Copies and pastes cells while one of them has the focus. A browser sends these events to where text was selected last. */
export function useGridClipboard(table: RefObject<HTMLTableElement | null>, clipboard: GridClipboard) {
  const latest = useRef(clipboard)
  useEffect(() => {
    latest.current = clipboard
  })
  useEffect(() => {
    const isOurs = () => {
      const focused = document.activeElement
      return focused === table.current || (focused instanceof HTMLElement && isCell(focused, table.current))
    }
    const onCopy = (event: ClipboardEvent) => {
      if (!isOurs() || getSelection()?.isCollapsed === false) return
      const { box, columns, rowAt } = latest.current
      const rows = Array.from({ length: rowsIn(box) }, (_, more) => rowAt(box.top + more))
      event.preventDefault()
      if (!rows.every((row) => row !== undefined)) {
        toast.done(words.theseRowsAreStill)
        return
      }
      const names = columns.slice(box.left, box.left + columnsIn(box)).map(({ name }) => name)
      const textsOf = (text: (value: unknown) => string) =>
        formatTsv(rows.map((row) => names.map((name) => text(valueAt(row, name)))))
      // One cell alone is wanted as it is: a phone number begins with a plus.
      const isOne = cellsIn(box) === 1
      event.clipboardData?.setData('text/plain', textsOf(isOne ? cellText : guardedText))
      event.clipboardData?.setData(CELLS, textsOf(cellText))
      if (!isOne) toast.done(fill(words.boxCopied, { box: countOf(cellsIn(box), 'cell') }))
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isOurs()) return
      const text = event.clipboardData?.getData(CELLS) || event.clipboardData?.getData('text/plain')
      if (!text) return
      event.preventDefault()
      latest.current.onPaste(parseTsv(text))
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [table])
}

const isCell = (element: HTMLElement, table: HTMLElement | null) =>
  'cell' in element.dataset && table?.contains(element) === true
