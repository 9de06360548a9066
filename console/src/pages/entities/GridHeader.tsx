import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import type { RecordColumn } from './record-columns.ts'

interface GridHeaderProps {
  column: RecordColumn
  sort: { value: string; onChange: (sort: string) => void }
  /** It stays in sight while the others scroll. */
  isFirst: boolean
  className: string
}

/** The name of a field, which sorts by it. */
export function GridHeader({ column, sort, isFirst, className }: GridHeaderProps) {
  const { name, canSort, isRight, property } = column
  const isAscending = sort.value === name
  const isDescending = sort.value === `-${name}`
  const Arrow = isDescending ? ArrowDown : ArrowUp
  const look = classNames(
    className,
    'truncate px-3 py-2 text-xs font-medium text-ink-3',
    isRight && 'text-right',
    isFirst && 'sm:left-12 sm:z-3',
  )
  if (!canSort) {
    return (
      <th scope="col" className={look} title={property?.description}>
        {name}
      </th>
    )
  }
  return (
    <th
      scope="col"
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}
      className={look}
    >
      <button
        type="button"
        title={property?.description}
        onClick={() => sort.onChange(isAscending ? `-${name}` : name)}
        className={classNames(
          'group -mx-1.5 inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-ink focus-visible:outline-offset-0',
          isRight && 'flex-row-reverse',
        )}
      >
        <span className="truncate">{name}</span>
        <Arrow
          aria-hidden
          className={classNames(
            'size-3 shrink-0',
            isAscending || isDescending ? 'text-accent' : 'opacity-0 group-hover:opacity-60',
          )}
        />
      </button>
    </th>
  )
}
