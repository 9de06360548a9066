import { valueAt } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { HeldEdit } from '../edits/edit-queue.ts'
import { CellValue } from '../values/CellValue.tsx'
import { entityOf, type RelatedNames, withNames } from '../values/relation.ts'
import { CellEditor, type Leave } from './CellEditor.tsx'
import { mayNotFit } from './cell-fit.ts'
import type { PlacedColumn } from './column-layout.ts'
import { RelatedLinks } from './RelatedLinks.tsx'
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
  /** Where it stands. */
  rowPlace: number
  columnPlace: number
  relatedNames: RelatedNames
  acts: RowActs
}

export function GridCell(props: GridCellProps) {
  const { row, column, isStuck, isActive, isSelected, isInRange, open, held, acts } = props
  const { name, property, isRight, left } = column
  const value = valueAt(row, name)
  const relation = entityOf(property)
  const isCut = mayNotFit(value, column)
  const isText = property !== null && typeof value === 'string' && !property.enum
  const mark = open ? null : markOf(held)
  const leave = (change: ReturnType<typeof editOf> | null, how: Leave) =>
    acts.onLeave({ row: props.rowPlace, column: props.columnPlace }, change, how)

  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
      role="gridcell"
      data-cell={`${row.id} ${name}`}
      data-open={open ? '' : undefined}
      tabIndex={isActive ? 0 : -1}
      aria-readonly={property === null || undefined}
      aria-selected={isInRange || undefined}
      aria-invalid={held?.at === 'refused' ? true : undefined}
      style={isStuck ? { insetInlineStart: `${left}rem` } : undefined}
      title={isCut && isText && open === null ? value : undefined}
      className={classNames(
        'px-3 outline-none focus:shadow-[inset_0_0_0_2px_var(--color-accent)]',
        open === null ? 'select-none whitespace-nowrap py-1.5' : 'px-1 py-0.5',
        open === null && isCut && 'truncate',
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
          onType={acts.onType}
          onCancel={() => leave(null, 'stay')}
          onSave={(text, how) => leave(editOf(open, text), how)}
        />
      ) : (
        <>
          {relation && (
            <RelatedLinks
              entity={relation}
              value={value}
              names={props.relatedNames}
              onRelated={acts.onRelated}
            />
          )}
          <CellValue
            name={name}
            property={property}
            value={relation ? withNames(relation, value, props.relatedNames) : value}
          />
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
