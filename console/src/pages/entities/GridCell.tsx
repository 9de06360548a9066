import { useRef } from 'react'
import { type Json, valueAt } from '../../entity-schema.ts'
import type { EntityRecord } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { CellEditor, type Leave } from './CellEditor.tsx'
import { CellValue } from './CellValue.tsx'
import { editorOf, textOfValue, valueOfText } from './field-editor.ts'
import type { Place } from './RecordGrid.tsx'
import type { RecordColumn } from './record-columns.ts'
import type { CellFault } from './use-record-edits.ts'

interface GridCellProps {
  row: EntityRecord
  column: RecordColumn
  place: Place
  isActive: boolean
  /** Of the row. */
  isSelected: boolean
  /** What stands in the editor; null while there is none. */
  editing: string | null
  fault: CellFault | undefined
  onFocus: () => void
  onEdit: () => void
  /** Without a change when editing was given up. */
  onLeave: (
    change: { value: Json; text: string } | { fault: string; text: string } | null,
    leave: Leave,
  ) => void
}

export function GridCell(props: GridCellProps) {
  const { row, column, place, isActive, isSelected, editing, fault, onFocus, onEdit, onLeave } = props
  const { name, property, isRight } = column
  const value = valueAt(row, name)
  const kind = editorOf(property ?? {}, value)
  const wasChosen = useRef(false)
  const isText = property !== null && typeof value === 'string' && !property.enum

  return (
    // The keys are heard by the grid, since they move between its cells.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
      role="gridcell"
      data-place={`${place.row} ${place.column}`}
      tabIndex={isActive ? 0 : -1}
      aria-readonly={property === null || undefined}
      aria-invalid={fault ? true : undefined}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      // The first click chooses the cell, the second edits it; a phone has no other way.
      onMouseDown={(event) => {
        wasChosen.current = document.activeElement === event.currentTarget
      }}
      onClick={() => editing === null && wasChosen.current && onEdit()}
      onDoubleClick={() => editing === null && onEdit()}
      title={isText && editing === null ? value : undefined}
      className={classNames(
        'px-3 outline-none focus:shadow-[inset_0_0_0_2px_var(--color-accent)]',
        editing === null ? 'truncate py-1.5' : 'px-1 py-0.5',
        isRight && 'text-right',
        fault && editing === null && 'bg-danger-soft shadow-[inset_0_0_0_1px_var(--color-danger)]',
        property && 'cursor-cell',
        place.column === 0 && 'sm:sticky sm:left-12 sm:z-1',
        place.column === 0 && !fault && (isSelected ? 'sm:bg-accent-soft' : 'sm:bg-surface'),
      )}
    >
      {editing !== null && property ? (
        <CellEditor
          label={`${name} of ${row.id}`}
          kind={kind}
          property={property}
          text={editing}
          onCancel={() => onLeave(null, 'stay')}
          onSave={(text, leave) => {
            if (text === textOfValue(kind, value) && !fault) return onLeave(null, leave)
            const meant = valueOfText(kind, text, value)
            onLeave('value' in meant ? { value: meant.value, text } : { fault: meant.fault, text }, leave)
          }}
        />
      ) : (
        <CellValue name={name} property={property} value={value} />
      )}
      {fault && editing === null && (
        <p role="alert" className="mt-0.5 text-left text-xs whitespace-normal text-danger">
          {fault.message}
        </p>
      )}
    </td>
  )
}
