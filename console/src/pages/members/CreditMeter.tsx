import { fill } from '../../language/fill.ts'
import { Meter } from '../../ui/Meter.tsx'
import { formatNumber } from './member-words.ts'
import { words } from './words.ts'

interface CreditMeterProps {
  /** Whose credits, for screen readers. */
  label: string
  used: number
  /** Null means that there is none. */
  limit: number | null
  size?: 'sm' | 'full'
}

/** How much of a month's credits is used; without a limit there is nothing to measure against. */
export function CreditMeter({ label, used, limit, size = 'sm' }: CreditMeterProps) {
  if (limit === null) return null
  return (
    <Meter
      label={label}
      value={used}
      // A limit of nothing is full from the start.
      max={limit || 1}
      {...(limit === 0 && { value: 1 })}
      tone={used >= limit ? 'danger' : used >= limit * NEARLY ? 'caution' : 'good'}
      valueLabel={fill(words.usedOfLimit, { used: formatNumber(used), limit: formatNumber(limit) })}
      size={size}
    />
  )
}

const NEARLY = 0.8
