import { TriangleAlert } from 'lucide-react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import type { UserCount, UserCounts } from '../../analytics-queries.ts'
import { formatCount } from './event-view.ts'
import { USER_COUNTS, userCountOf } from './user-counts.ts'
import { words } from './words.ts'

interface CountTilesProps {
  counts: UserCounts
  /** Counts that could not be read. */
  degraded: ReadonlySet<string>
  value: UserCount
  onChange: (count: UserCount) => void
}

/** The counts of this moment; choosing one shows how it was. */
export function CountTiles({ counts, degraded, value, onChange }: CountTilesProps) {
  return (
    <RadioGroup
      aria-label={words.countInTheChart}
      value={value}
      onChange={(id) => onChange(userCountOf(id))}
      className="grid grid-cols-2 gap-3 xl:grid-cols-4"
    >
      {USER_COUNTS.map(({ id, label, meaning }) => (
        <RadioField key={id} value={id} className="flex">
          <RadioButton className="relative flex-1 rounded-lg border border-line px-4 py-3 transition-look focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent hovered:border-control selected:border-accent selected:bg-accent-soft/50">
            <span className="flex items-center gap-2 text-sm font-medium text-ink-2">
              {id === 'live_users' && counts.live_users > 0 && (
                <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
              )}
              {label}
            </span>
            {degraded.has(id) ? (
              <span className="mt-1 flex items-center gap-1.5 text-sm font-medium text-caution">
                <TriangleAlert aria-hidden className="size-4 shrink-0" />
                {words.cannotBeReadRight}
              </span>
            ) : (
              <span className="mt-0.5 block text-xl font-semibold tracking-tight tabular-nums">
                {formatCount(counts[id])}
              </span>
            )}
            <span className="mt-1 block caption">{meaning}</span>
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  )
}
