import { Link } from 'react-router'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { STATUSES } from './webhook-words.ts'
import { words } from './words.ts'

interface StatusFilterProps {
  counts: Record<DeliveryStatus, number>
  current: DeliveryStatus | undefined
  hrefOf: (status: DeliveryStatus | undefined) => string
}

/** How many of each outcome; choosing one shows only those. */
export function StatusFilter({ counts, current, hrefOf }: StatusFilterProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const choices = [
    { status: undefined, label: words.all, count: all },
    ...DELIVERY_STATUSES.map((status) => ({ status, label: STATUSES[status].label, count: counts[status] })),
  ]
  return (
    <ul
      aria-label={words.byOutcome}
      className="flex min-h-9 w-full flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.75 sm:w-auto"
    >
      {choices.map(({ status, label, count }) => (
        <li key={label}>
          <Link
            to={hrefOf(status)}
            {...(status === current ? { 'aria-current': 'true' as const } : {})}
            className={classNames(
              'flex h-7 items-center gap-1.5 rounded-sm px-2.5 text-sm font-medium transition-look',
              status === current ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            {label}
            <span className="text-xs text-ink-3 tabular-nums">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
