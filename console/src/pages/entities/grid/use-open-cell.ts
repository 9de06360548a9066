import { useEffect, useRef } from 'react'
import type { Json } from '../../../entity-schema.ts'
import { useUnsavedWork } from '../../../form/unsaved-work.ts'
import type { EntityRecord } from '../../../queries.ts'
import type { CellEdit } from '../edits/edit-queue.ts'
import type { RecordEdits } from '../edits/use-record-edits.ts'
import { type EditorKind, needsRoom, valueOfText } from '../values/field-editor.ts'
import type { RecordColumn } from '../values/record-columns.ts'
import type { RecordRows } from './record-rows.ts'

/** The cell that is being edited, by its record: rows may come and go around it. */
export interface OpenCell {
  /** As it was when editing began. */
  row: EntityRecord
  column: RecordColumn
  kind: EditorKind
  /** The text of the value that was there, and what the editor begins with. */
  begun: string
  text: string
}

/** What a text means for the cell it was typed into. */
export function editOf(
  { row, column, kind, begun }: OpenCell,
  text: string,
): { edit: CellEdit } | { edit: CellEdit; fault: string } {
  const before = row[column.name] as Json | undefined
  // The same text is the same value, also where a box shows less than the value holds.
  const meant = text === begun ? { value: before ?? null } : valueOfText(kind, text, before)
  const edit = { row, field: column.name, text }
  return 'value' in meant
    ? { edit: { ...edit, value: meant.value } }
    : { edit: { ...edit, value: text }, fault: meant.fault }
}

/** Opens cells, and keeps what was typed into one whose row leaves the list. */
export function useOpenCell(
  open: OpenCell | null,
  setOpen: (cell: OpenCell | null) => void,
  rows: Pick<RecordRows, 'placeOf'>,
  { leftOpen }: Pick<RecordEdits, 'leftOpen'>,
) {
  const typed = useRef('')
  // What needs room has a dialog, which stays.
  const isLost = open !== null && !needsRoom(open.kind) && rows.placeOf(open.row.id) < 0
  useEffect(() => {
    if (!isLost) return
    setOpen(null)
    if (typed.current !== open.begun) void leftOpen(editOf(open, typed.current).edit)
  }, [isLost, open, setOpen, leftOpen])

  useUnsavedWork(() => open !== null && !needsRoom(open.kind) && typed.current !== open.begun)
  const begin = (cell: OpenCell) => {
    typed.current = cell.text
    setOpen(cell)
  }
  return Object.assign(begin, {
    typed: (text: string) => {
      typed.current = text
    },
  })
}
