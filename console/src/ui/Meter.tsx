import { Meter as AriaMeter } from 'react-aria-components'
import { classNames } from './class-names.ts'

interface MeterProps {
  label: string
  value: number
  max: number
  tone: 'good' | 'caution' | 'danger'
  /** What the value means, in words. */
  valueLabel: string
  size?: 'sm' | 'full'
}

const TONES = { good: 'bg-accent', caution: 'bg-caution', danger: 'bg-danger' }

/** A small bar: how far something is on its way to a limit. */
export function Meter({ label, value, max, tone, valueLabel, size = 'sm' }: MeterProps) {
  return (
    <AriaMeter
      aria-label={label}
      value={value}
      maxValue={max}
      valueLabel={valueLabel}
      className={size === 'full' ? 'block' : 'inline-block'}
    >
      {({ percentage }) => (
        <span
          className={classNames(
            'block h-1.5 overflow-hidden rounded-full bg-active',
            size === 'full' ? 'w-full' : 'w-24',
          )}
        >
          <span
            className={classNames('block h-full rounded-full', TONES[tone])}
            style={{ width: `${percentage}%` }}
          />
        </span>
      )}
    </AriaMeter>
  )
}
