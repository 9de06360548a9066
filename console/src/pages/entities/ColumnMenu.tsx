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
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import type { LayoutChange, PlacedColumn } from './column-layout.ts'
import { alsoSortedBy, MOST_SORT_KEYS, type SortKey } from './sort-keys.ts'

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
      label={`Options of ${name}`}
      trigger={
        <IconButton
          size="sm"
          icon={ChevronDown}
          label={`Options of ${name}`}
          excludeFromTabOrder={!isTabStop}
          className="shrink-0 opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 data-pressed:opacity-100 pointer-coarse:opacity-100 aria-expanded:opacity-100"
        />
      }
    >
      {canSort && (
        <>
          <MenuItem icon={ArrowUp} onAction={() => onSort([{ name, isDescending: false }])}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={ArrowDown} onAction={() => onSort([{ name, isDescending: true }])}>
            Sort descending
          </MenuItem>
          {isOthers && !isSorted && (
            <MenuItem
              icon={ListPlus}
              onAction={() => onSort(alsoSortedBy(sort, name))}
              disabledReason={
                sort.length >= MOST_SORT_KEYS ? `At most ${MOST_SORT_KEYS} fields order a list` : undefined
              }
            >
              Also sort by it
            </MenuItem>
          )}
          {isOthers && isSorted && (
            <MenuItem icon={ListX} onAction={() => onSort(sort.filter((key) => key.name !== name))}>
              Sort without it
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={isPinned ? PinOff : Pin}
        onAction={() => onChange({ does: isPinned ? 'unpin' : 'pin', field: name })}
      >
        {isPinned ? 'Unpin' : 'Pin to the left'}
      </MenuItem>
      {previous !== undefined && (
        <MenuItem icon={ArrowLeft} onAction={() => onChange({ does: 'move', field: name, to: previous })}>
          Move left
        </MenuItem>
      )}
      {next !== undefined && (
        <MenuItem icon={ArrowRight} onAction={() => onChange({ does: 'move', field: name, to: next })}>
          Move right
        </MenuItem>
      )}
      <MenuItem icon={MoveHorizontal} onAction={() => onChange({ does: 'widen', field: name })}>
        Wider
      </MenuItem>
      <MenuItem icon={MoveHorizontal} onAction={() => onChange({ does: 'narrow', field: name })}>
        Narrower
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={EyeOff}
        onAction={() => onChange({ does: 'hide', field: name })}
        disabledReason={isLast ? 'It is the only column that is shown' : undefined}
      >
        Hide
      </MenuItem>
    </Menu>
  )
}
