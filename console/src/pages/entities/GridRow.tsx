import { Check, Ellipsis } from 'lucide-react'
import { memo } from 'react'
import type { EntityRecord } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Leave } from './CellEditor.tsx'
import type { PlacedColumn } from './column-layout.ts'
import type { HeldEdit } from './edit-queue.ts'
import { GridCell } from './GridCell.tsx'
import type { Place } from './grid-place.ts'
import type { editOf, OpenCell } from './use-open-cell.ts'

/** What a row reports; always the same object, so that rows are drawn again only when they change. */
export interface RowActs {
  onFocus(place: Place): void
  onEdit(place: Place): void
  onType(text: string): void
  onLeave(place: Place, change: ReturnType<typeof editOf> | null, leave: Leave): void
  onSelect(id: string, isOn: boolean): void
  onMenu(row: EntityRecord, button: HTMLElement): void
}

interface GridRowProps {
  row: EntityRecord
  /** What it is called. */
  name: string
  place: number
  columns: readonly PlacedColumn[]
  stuck: number
  /** The column of the cell that has the focus; -1 when it is in another row. */
  active: number
  open: OpenCell | null
  held: ReadonlyMap<string, HeldEdit> | undefined
  isSelected: boolean
  isChanged: boolean
  acts: RowActs
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, name, place, columns, stuck, active, open, held, isSelected, isChanged, acts } = props
  const ground = isSelected ? 'bg-accent-soft' : 'bg-surface'
  return (
    <tr
      aria-selected={isSelected}
      aria-rowindex={place + 2}
      className={classNames(
        'group/row border-b border-line',
        isSelected && 'bg-accent-soft/50',
        isChanged && 'animate-flash motion-reduce:bg-accent-soft',
      )}
    >
      <td className={classNames('sticky left-0 z-1 py-1.5 pl-4', ground)}>
        {/* Not the box of forms: thousands of them scroll by. */}
        <span className="relative flex">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={(event) => acts.onSelect(row.id, event.target.checked)}
            className="peer size-4 appearance-none rounded-sm border border-control bg-surface checked:border-accent checked:bg-accent hover:border-ink-3"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute top-0.5 left-0.5 hidden size-3 text-on-accent peer-checked:block"
          />
        </span>
      </td>
      {columns.map((column, columnPlace) => {
        const cell = { row: place, column: columnPlace }
        return (
          <GridCell
            key={column.name}
            row={row}
            column={column}
            isStuck={columnPlace < stuck}
            isActive={active === columnPlace}
            isSelected={isSelected}
            open={open?.column.name === column.name ? open : null}
            held={held?.get(column.name)}
            onFocus={() => acts.onFocus(cell)}
            onEdit={() => acts.onEdit(cell)}
            onType={acts.onType}
            onLeave={(change, leave) => acts.onLeave(cell, change, leave)}
          />
        )
      })}
      <td colSpan={2} className={classNames('sticky right-0 z-1 py-1 pr-3 text-right', ground)}>
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={`Actions for ${name}`}
          onClick={(event) => acts.onMenu(row, event.currentTarget)}
          className="inline-flex size-6 items-center justify-center rounded-md text-ink-3 transition-look hover:bg-active/70 hover:text-ink"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      </td>
    </tr>
  )
})
