import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { fill } from '../../../language/fill.ts'
import { classNames } from '../../../ui/class-names.ts'
import { alsoSortedBy, type SortKey, sortedBy } from '../filters/sort-keys.ts'
import { ColumnMenu, type ColumnMenuProps } from './ColumnMenu.tsx'
import { remInPixels } from './use-room.ts'
import { words } from './words.ts'

interface GridHeaderProps extends Omit<ColumnMenuProps, 'onOpenChange'> {
  /** It stays in sight while the others scroll. */
  isStuck: boolean
  /** Another column is held over it, which comes to this side of it. */
  drop: 'left' | 'right' | null
  onDrag: (event: { at: number } | 'drop' | 'cancel') => void
  onFocus: () => void
  className: string
}

/** The name of a field: sorts by it, moves when dragged, and is widened at its edge. */
export function GridHeader(props: GridHeaderProps) {
  const { column, sort, onSort, onChange, previous, next, isStuck, drop, onDrag, onFocus, isTabStop } = props
  const { name, canSort, isRight, property, left } = column
  const place = sort.findIndex((key) => key.name === name)
  const key = sort[place]
  const drag = useDrag(onDrag)

  const sortBy = (event: MouseEvent) => {
    if (drag.wasDragged()) return
    if (canSort) onSort(event.shiftKey ? alsoSortedBy(sort, name) : sortedBy(sort, name))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isLeft = event.key === 'ArrowLeft'
    if (!event.altKey || (!isLeft && event.key !== 'ArrowRight')) return
    event.preventDefault()
    event.stopPropagation()
    const to = isLeft ? previous : next
    if (event.shiftKey) onChange({ does: isLeft ? 'narrow' : 'widen', field: name })
    else if (to !== undefined) onChange({ does: 'move', field: name, to })
  }
  return (
    <th
      scope="col"
      data-field={name}
      {...(canSort ? { 'aria-sort': place === 0 ? directionOf(key) : 'none' } : {})}
      style={isStuck ? { insetInlineStart: `${left}rem` } : undefined}
      className={classNames(
        props.className,
        'group/head px-3 py-1.5 text-xs font-medium text-ink-3',
        isStuck && 'z-3',
      )}
    >
      <span className={classNames('flex min-w-0 items-center gap-0.5', isRight && 'flex-row-reverse')}>
        <button
          type="button"
          title={property?.description}
          tabIndex={isTabStop ? 0 : -1}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
          onClick={sortBy}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          {...drag.props}
          className={classNames(
            'group -mx-1.5 inline-flex min-w-0 items-center gap-1 rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-ink focus-visible:outline-offset-0',
            isRight && 'flex-row-reverse',
            !canSort && 'cursor-default',
          )}
        >
          <span className="truncate">{name}</span>
          {canSort && <Direction sort={key} place={place} of={sort.length} />}
        </button>
        <span className={isRight ? '' : 'ms-auto'}>
          <ColumnMenu
            column={column}
            previous={previous}
            next={next}
            sort={sort}
            onSort={onSort}
            onChange={onChange}
            isTabStop={isTabStop}
          />
        </span>
      </span>
      {drop && (
        <span
          aria-hidden
          className={classNames(
            'absolute inset-y-0 w-0.5 bg-accent',
            drop === 'left' ? 'inset-s-0' : 'inset-e-0',
          )}
        />
      )}
      <Edge column={column} onChange={onChange} />
    </th>
  )
}

const directionOf = (key: SortKey | undefined) => (key?.isDescending ? 'descending' : 'ascending')

function Direction({ sort, place, of }: { sort: SortKey | undefined; place: number; of: number }) {
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp
  return (
    <>
      <Arrow
        aria-hidden
        className={classNames('size-3 shrink-0', sort ? 'text-accent' : 'opacity-0 group-hover:opacity-60')}
      />
      {sort && of > 1 && (
        <>
          <span aria-hidden className="text-accent tabular-nums">
            {place + 1}
          </span>
          <span className="sr-only">
            {fill(words.sortPlaceOfOf, { sort: directionOf(sort), place: place + 1, of })}
          </span>
        </>
      )}
    </>
  )
}

/** The right edge, which is dragged with the mouse or a finger; keys and the menu do the same. */
function Edge({ column, onChange }: Pick<GridHeaderProps, 'column' | 'onChange'>) {
  const begun = useRef<{ x: number; width: number } | null>(null)
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!begun.current) return
    const width = begun.current.width + (clientX - begun.current.x) / remInPixels()
    onChange({ does: 'resize', field: column.name, width })
  }
  const end = () => {
    begun.current = null
  }
  return (
    <span
      aria-hidden
      data-edge={column.name}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { x: event.clientX, width: column.width }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      className="absolute inset-y-0 inset-e-0 w-1.5 cursor-col-resize touch-none border-e-2 border-transparent hover:border-accent pointer-coarse:w-4"
    />
  )
}

/** How far the mouse goes before a press is a drag. */
const FAR = 6

/** Only the mouse drags: a finger scrolls, and has the menu. */
function useDrag(onDrag: GridHeaderProps['onDrag']) {
  const from = useRef<number | null>(null)
  const isDragging = useRef(false)
  const stop = (how: 'drop' | 'cancel') => {
    if (isDragging.current) onDrag(how)
    from.current = null
  }
  return {
    /** The click that ends a drag sorts nothing. */
    wasDragged: () => {
      const was = isDragging.current
      isDragging.current = false
      return was
    },
    props: {
      onPointerDown: (event: PointerEvent) => {
        isDragging.current = false
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        from.current = event.clientX
        // The first move may already end outside.
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent) => {
        if (from.current === null) return
        if (!isDragging.current && Math.abs(event.clientX - from.current) < FAR) return
        isDragging.current = true
        onDrag({ at: event.clientX })
      },
      onPointerUp: () => stop('drop'),
      onPointerCancel: () => stop('cancel'),
    },
  }
}
