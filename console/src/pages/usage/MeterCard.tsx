import type { UsageMeter } from '@atrium/sdk'
import { fill, fillWith } from '../../language/fill.ts'
import { Meter } from '../../ui/Meter.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeUse, METERS } from './usage-words.ts'
import { words } from './words.ts'

interface MeterCardProps {
  meter: UsageMeter
  /** Whose it is, for screen readers. */
  of: string
}

/** One thing that is used: how much, of how much, and when it begins again. */
export function MeterCard({ meter, of }: MeterCardProps) {
  const { id, used, limit, is_near, resets_at } = meter
  const { label, format } = METERS[id]
  return (
    <li className="min-w-0 rounded-lg border border-line px-4 py-3.5">
      <p className="text-sm font-medium text-ink-2">{label}</p>
      <p className="mt-1 mb-2 tabular-nums">
        {limit === null ? (
          <Used>{format(used)}</Used>
        ) : (
          <span className="text-sm text-ink-3">
            {fillWith(words.usedOfLimit, { used: <Used>{format(used)}</Used>, limit: format(limit) })}
          </span>
        )}
      </p>
      {limit !== null && (
        <Meter
          label={fill(words.labelOfOf, { label, of })}
          value={limit === 0 ? 1 : Math.min(used, limit)}
          max={limit || 1}
          tone={used >= limit ? 'danger' : is_near ? 'caution' : 'good'}
          valueLabel={describeUse(meter)}
          size="full"
        />
      )}
      <p className="caption mt-2">
        {limit === null ? words.noLimit : ''}
        {resets_at
          ? fillWith(words.beginsAgainTime, { time: <Time at={resets_at} /> })
          : words.untilItIsDeleted}
      </p>
    </li>
  )
}

function Used({ children }: { children: string }) {
  return <span className="text-lg font-semibold tracking-tight text-ink">{children}</span>
}
