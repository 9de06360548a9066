import { memo, useRef, useState } from 'react'
import { fill } from '../../../language/fill.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { toast } from '../../../ui/toasts.tsx'
import { MOST_SORT_KEYS, type SortKey } from '../filters/sort-keys.ts'
import type { LayoutChange, PlacedColumn } from './column-layout.ts'
import { GridHeader } from './GridHeader.tsx'
import { words } from './words.ts'

/** What the head reports. */
export interface HeadActs {
  onSort(keys: readonly SortKey[]): void
  onChange(change: LayoutChange): void
  /** Leaves the head for the rows. */
  onDown(column: number): void
  onAll(isOn: boolean): void
}

interface GridHeadProps {
  columns: readonly PlacedColumn[]
  /** How many of them stay in sight. */
  stuck: number
  sort: readonly SortKey[]
  /** How many of the rows. */
  selected: 'all' | 'some' | 'none'
  /** Marks the grid: what is done here is not bound by rules. */
  isPastRules: boolean
  acts: HeadActs
}

/** It stays in sight, with its lines, while the rows scroll below. */
const HEADER = 'sticky top-0 z-2 shadow-[inset_0_1px_0_var(--color-line),inset_0_-1px_0_var(--color-line)]'

/** The names of the columns: one stop for Tab, with arrows between them. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { columns, stuck, sort, selected, isPastRules, acts } = props
  const row = useRef<HTMLTableRowElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const [drag, setDrag] = useState<{ field: string; to: string } | null>(null)
  /** Known at once: the last move may not be drawn yet when the button is let go. */
  const target = useRef('')
  const [said, setSaid] = useState('')
  const look = isPastRules ? 'bg-caution-soft' : 'bg-sunken'
  const names = columns.map(({ name }) => name)
  const tabStop = focused !== null && names.includes(focused) ? focused : names[0]

  const sortBy = (keys: readonly SortKey[]) => {
    if (keys.length > MOST_SORT_KEYS)
      toast.done(fill(words.recordsAreSortedBy, { mostSortKeys: MOST_SORT_KEYS }))
    else acts.onSort(keys)
  }
  const change = (one: LayoutChange) => {
    acts.onChange(one)
    if (one.does === 'move')
      setSaid(
        fill(words.fieldIsColumnTo, { field: one.field, to: names.indexOf(one.to) + 1, count: names.length }),
      )
    if (one.does === 'hide') setSaid(fill(words.fieldIsHidden, { field: one.field }))
  }
  const nameAt = (x: number) => {
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('th[data-field]') ?? [])]
    return heads.find((head) => {
      const box = head.getBoundingClientRect()
      return x >= box.left && x < box.right
    })?.dataset.field
  }
  const onDrag = (field: string) => (event: { at: number } | 'drop' | 'cancel') => {
    if (typeof event === 'object') {
      target.current = nameAt(event.at) ?? field
      setDrag({ field, to: target.current })
    } else {
      setDrag(null)
      if (event === 'drop' && target.current !== field) change({ does: 'move', field, to: target.current })
    }
  }
  const focus = (place: number) => {
    const name = names[Math.max(0, Math.min(place, names.length - 1))]
    row.current?.querySelector<HTMLElement>(`th[data-field="${CSS.escape(name ?? '')}"] button`)?.focus()
  }
  return (
    <thead>
      <tr
        ref={row}
        aria-rowindex={1}
        onKeyDown={(event) => {
          const place = names.indexOf(tabStop ?? '')
          if (event.altKey || event.ctrlKey || event.metaKey) return
          if (event.key === 'ArrowLeft') focus(place - 1)
          else if (event.key === 'ArrowRight') focus(place + 1)
          else if (event.key === 'ArrowDown') acts.onDown(place)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <th scope="col" className={classNames(HEADER, look, 'inset-s-0 z-3 py-2 ps-4')}>
          <Checkbox
            aria-label={words.selectAll}
            isSelected={selected === 'all'}
            isIndeterminate={selected === 'some'}
            onChange={acts.onAll}
          />
        </th>
        {columns.map((column, place) => (
          <GridHeader
            key={column.name}
            column={column}
            previous={names[place - 1]}
            next={names[place + 1]}
            sort={sort}
            onSort={sortBy}
            onChange={change}
            isStuck={place < stuck}
            isTabStop={column.name === tabStop}
            onFocus={() => setFocused(column.name)}
            drop={sideOf(drag, column.name, names)}
            onDrag={onDrag(column.name)}
            className={classNames(HEADER, look)}
          />
        ))}
        <th scope="col" colSpan={2} className={classNames(HEADER, look, 'inset-e-0 py-2 pe-4')}>
          <span className="sr-only">{words.actions}</span>
          <span role="status" className="sr-only">
            {said}
          </span>
        </th>
      </tr>
    </thead>
  )
})

/** Where the column that is dragged would come to stand. */
function sideOf(drag: { field: string; to: string } | null, name: string, names: readonly string[]) {
  if (drag?.to !== name || drag.field === name) return null
  return names.indexOf(drag.field) > names.indexOf(name) ? 'left' : 'right'
}
