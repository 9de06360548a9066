import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  ListPlus,
  ListX,
  MoveHorizontal,
  Pin,
  PinOff,
} from 'lucide-react'
import { fill } from '../../../language/fill.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { alsoSortedBy, MOST_SORT_KEYS, type SortKey } from '../filters/sort-keys.ts'
import type { LayoutChange, PlacedColumn } from './column-layout.ts'
import { words } from './words.ts'

export interface ColumnMenuProps {
  column: PlacedColumn
  /** The columns that are shown to the left and to the right of it. */
  previous: string | undefined
  next: string | undefined
  sort: readonly SortKey[]
  onSort: (keys: readonly SortKey[]) => void
  onChange: (change: LayoutChange) => void
  isTabStop: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** Everything that can be done with a column, by any means of input. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, previous, next, sort, onSort, onChange, isTabStop } = props
  const { name, isPinned, canSort } = column
  const isSorted = sort.some((key) => key.name === name)
  const isOthers = sort.some((key) => key.name !== name)
  const isLast = previous === undefined && next === undefined
  return (
    <Menu
      label={fill(words.optionsOfName, { name })}
      trigger={
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={fill(words.optionsOfName, { name })}
          excludeFromTabOrder={!isTabStop}
          className="shrink-0 opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 data-pressed:opacity-100 pointer-coarse:opacity-100 aria-expanded:opacity-100"
        />
      }
    >
      {canSort && (
        <>
          <MenuItem icon={ArrowUp} onAction={() => onSort([{ name, isDescending: false }])}>
            {words.sortAscending}
          </MenuItem>
          <MenuItem icon={ArrowDown} onAction={() => onSort([{ name, isDescending: true }])}>
            {words.sortDescending}
          </MenuItem>
          {isOthers && !isSorted && (
            <MenuItem
              icon={ListPlus}
              onAction={() => onSort(alsoSortedBy(sort, name))}
              disabledReason={
                sort.length >= MOST_SORT_KEYS
                  ? fill(words.atMostMostSortKeysFields, { mostSortKeys: MOST_SORT_KEYS })
                  : undefined
              }
            >
              {words.alsoSortByIt}
            </MenuItem>
          )}
          {isOthers && isSorted && (
            <MenuItem icon={ListX} onAction={() => onSort(sort.filter((key) => key.name !== name))}>
              {words.sortWithoutIt}
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={isPinned ? PinOff : Pin}
        onAction={() => onChange({ does: isPinned ? 'unpin' : 'pin', field: name })}
      >
        {isPinned ? words.unpin : words.pinToTheLeft}
      </MenuItem>
      {previous !== undefined && (
        <MenuItem icon={ArrowLeft} onAction={() => onChange({ does: 'move', field: name, to: previous })}>
          {words.moveLeft}
        </MenuItem>
      )}
      {next !== undefined && (
        <MenuItem icon={ArrowRight} onAction={() => onChange({ does: 'move', field: name, to: next })}>
          {words.moveRight}
        </MenuItem>
      )}
      <MenuItem icon={MoveHorizontal} onAction={() => onChange({ does: 'widen', field: name })}>
        {words.wider}
      </MenuItem>
      <MenuItem icon={MoveHorizontal} onAction={() => onChange({ does: 'narrow', field: name })}>
        {words.narrower}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={EyeOff}
        onAction={() => onChange({ does: 'hide', field: name })}
        disabledReason={isLast ? words.itIsTheOnly : undefined}
      >
        {words.hide}
      </MenuItem>
    </Menu>
  )
}
