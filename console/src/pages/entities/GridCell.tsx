import { useRef } from 'react'
import { valueAt } from '../../entity-schema.ts'
import { fill } from '../../language/fill.ts'
import type { EntityRecord } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { CellEditor, type Leave } from './CellEditor.tsx'
import { CellValue } from './CellValue.tsx'
import type { PlacedColumn } from './column-layout.ts'
import type { HeldEdit } from './edit-queue.ts'
import { RelatedLinks } from './RelatedLinks.tsx'
import { entityOf } from './relation.ts'
import type { RowActs } from './row-acts.ts'
import { editOf, type OpenCell } from './use-open-cell.ts'
import { words } from './words.ts'

interface GridCellProps {
  row: EntityRecord
  column: PlacedColumn
  /** It stays in sight while the others scroll. */
  isStuck: boolean
  isActive: boolean
  /** Of the row. */
  isSelected: boolean
  isInRange: boolean
  /** What is being edited here; null while nothing is. */
  open: OpenCell | null
  held: HeldEdit | undefined
  onFocus: () => void
  onPress: () => void
  onExtend: () => void
  onRelated: RowActs['onRelated']
  onEdit: () => void
  onType: (text: string) => void
  /** Without a change when editing was given up. */
  onLeave: (change: ReturnType<typeof editOf> | null, leave: Leave) => void
}

export function GridCell(props: GridCellProps) {
  const { row, column, isStuck, isActive, isSelected, isInRange, open, held } = props
  const { onFocus, onPress, onExtend, onRelated, onEdit, onType, onLeave } = props
  const { name, property, isRight, left } = column
  const value = valueAt(row, name)
  const wasChosen = useRef(false)
  const relation = entityOf(property)
  const isText = property !== null && typeof value === 'string' && !property.enum
  const mark = open ? null : markOf(held)

  return (
    // The keys are heard by the grid, since they move between its cells.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
      role="gridcell"
      data-cell={`${row.id} ${name}`}
      tabIndex={isActive ? 0 : -1}
      aria-readonly={property === null || undefined}
      aria-selected={isInRange || undefined}
      aria-invalid={held?.at === 'refused' ? true : undefined}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      // The first click chooses the cell, the second edits it; a phone has no other way.
      onMouseDown={(event) => {
        wasChosen.current = document.activeElement === event.currentTarget && !event.shiftKey
        if (open !== null || event.button !== 0) return
        if (!event.shiftKey) return onPress()
        // The focus stays where the range began.
        event.preventDefault()
        onExtend()
      }}
      onPointerEnter={({ buttons, pointerType }) => {
        if (open === null && buttons === 1 && pointerType === 'mouse' && isFromCell()) onExtend()
      }}
      onClick={() => open === null && wasChosen.current && onEdit()}
      onDoubleClick={() => open === null && onEdit()}
      style={isStuck ? { insetInlineStart: `${left}rem` } : undefined}
      title={isText && open === null ? value : undefined}
      className={classNames(
        'px-3 outline-none focus:shadow-[inset_0_0_0_2px_var(--color-accent)]',
        open === null ? 'select-none truncate py-1.5' : 'px-1 py-0.5',
        isRight && 'text-end',
        mark?.look,
        property && 'cursor-cell',
        isStuck && 'sticky z-1',
        isStuck && !mark && (isSelected || isInRange ? 'bg-accent-soft' : 'bg-surface'),
        isInRange && !isStuck && !mark && 'bg-accent-soft',
      )}
    >
      {open && property ? (
        <CellEditor
          label={fill(words.nameOfId, { name, id: row.id })}
          kind={open.kind}
          property={property}
          text={open.text}
          isValue={open.text === open.begun}
          onType={onType}
          onCancel={() => onLeave(null, 'stay')}
          onSave={(text, leave) => onLeave(editOf(open, text), leave)}
        />
      ) : (
        <>
          {relation && <RelatedLinks entity={relation} value={value} onRelated={onRelated} />}
          <CellValue name={name} property={property} value={value} />
        </>
      )}
      {mark && (
        <p role={mark.role} className={classNames('mt-0.5 text-start text-xs whitespace-normal', mark.text)}>
          {mark.label}
        </p>
      )}
    </td>
  )
}

/** Whether a drag began in a cell: the focus went there with the press. */
const isFromCell = () =>
  document.activeElement instanceof HTMLElement && 'cell' in document.activeElement.dataset

/** What is said at a cell whose value is not simply saved. */
function markOf(held: HeldEdit | undefined) {
  if (held?.at === 'refused') return { ...DANGER, label: held.message }
  if (held?.at === 'changed') return { ...CAUTION, label: words.changedBySomebodyChoose }
  if (held?.at === 'waiting') return { ...CAUTION, label: words.waitingForTheNetwork }
  return null
}

const DANGER = {
  role: 'alert',
  look: 'bg-danger-soft shadow-[inset_0_0_0_1px_var(--color-danger)]',
  text: 'text-danger',
} as const
const CAUTION = {
  role: 'status',
  look: 'bg-caution-soft shadow-[inset_0_0_0_1px_var(--color-caution)]',
  text: 'text-caution',
} as const
