import { Check } from 'lucide-react'
import { memo } from 'react'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { HeldEdit } from '../edits/edit-queue.ts'
import type { RelatedNames } from '../values/relation.ts'
import type { PlacedColumn } from './column-layout.ts'
import { GridCell } from './GridCell.tsx'
import type { RowActs } from './row-acts.ts'
import type { OpenCell } from './use-open-cell.ts'
import { words } from './words.ts'

interface GridRowProps {
  row: EntityRecord
  /** What it is called. */
  name: string
  place: number
  columns: readonly PlacedColumn[]
  stuck: number
  /** The column of the cell that has the focus; -1 when it is in another row. */
  active: number
  /** The first and last column of a range; -1 outside of one. */
  rangeFrom: number
  rangeTo: number
  open: OpenCell | null
  held: ReadonlyMap<string, HeldEdit> | undefined
  isSelected: boolean
  isChanged: boolean
  relatedNames: RelatedNames
  acts: RowActs
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, name, place, columns, stuck, active, rangeFrom, rangeTo, open, held, acts } = props
  const { isSelected, isChanged } = props
  const ground = isSelected ? 'bg-accent-soft' : 'bg-surface'
  return (
    <tr
      aria-selected={isSelected}
      aria-rowindex={place + 2}
      className={classNames(
        'group/row h-9 *:border-b *:border-line',
        isSelected && 'bg-accent-soft/50',
        isChanged && 'animate-flash motion-reduce:bg-accent-soft',
      )}
    >
      <td className={classNames('sticky inset-s-0 z-1 py-1.5 ps-4', ground)}>
        {/* Not the box of forms: thousands of them scroll by. */}
        <span className="relative flex">
          <input
            type="checkbox"
            aria-label={fill(words.selectName, { name })}
            checked={isSelected}
            onChange={(event) => acts.onSelect(row, event.target.checked)}
            className="size-4 appearance-none rounded-sm border border-control bg-surface checked:border-accent checked:bg-accent hover:border-ink-3"
          />
          {isSelected && (
            <Check
              aria-hidden
              strokeWidth={3}
              className="pointer-events-none absolute top-0.5 inset-s-0.5 size-3 text-on-accent"
            />
          )}
        </span>
      </td>
      {columns.map((column, columnPlace) => (
        <GridCell
          key={column.name}
          row={row}
          column={column}
          isStuck={columnPlace < stuck}
          isActive={active === columnPlace}
          isSelected={isSelected}
          isInRange={columnPlace >= rangeFrom && columnPlace <= rangeTo}
          open={open?.column.name === column.name ? open : null}
          held={held?.get(column.name)}
          rowPlace={place}
          columnPlace={columnPlace}
          relatedNames={props.relatedNames}
          acts={acts}
        />
      ))}
      <td colSpan={2} className={classNames('sticky inset-e-0 z-1 py-1 pe-3 text-end', ground)}>
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={fill(words.actionsForName, { name })}
          onClick={(event) => acts.onMenu(row, event.currentTarget)}
          className="inline-flex size-6 items-center justify-center rounded-md text-ink-3 transition-look hover:bg-active/70 hover:text-ink"
        >
          {/* Not a drawing: thousands of them scroll by. */}⋯
        </button>
      </td>
    </tr>
  )
})

/** Stands where a row is that is still being read. */
export function UnreadRow({ place, span }: { place: number; span: number }) {
  return (
    <tr aria-rowindex={place + 2} aria-busy className="h-9 *:border-b *:border-line">
      <td colSpan={span} className="px-4">
        <span aria-hidden className="block h-3 w-64 max-w-[40vw] rounded-sm bg-active/70" />
        <span className="sr-only">{words.beingRead}</span>
      </td>
    </tr>
  )
}
