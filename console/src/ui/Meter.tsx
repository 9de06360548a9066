import { Meter as AriaMeter } from 'react-aria-components'
import { classNames } from './class-names.ts'

interface MeterProps {
  label: string
  value: number
  max: number
  tone: 'caution' | 'danger'
  /** What the value means, in words. */
  valueLabel: string
}

/** A small bar: how far something is on its way to a limit. */
export function Meter({ label, value, max, tone, valueLabel }: MeterProps) {
  return (
    <AriaMeter
      aria-label={label}
      value={value}
      maxValue={max}
      valueLabel={valueLabel}
      className="inline-block"
    >
      {({ percentage }) => (
        <span className="block h-1.5 w-24 overflow-hidden rounded-full bg-active">
          <span
            className={classNames(
              'block h-full rounded-full',
              tone === 'danger' ? 'bg-danger' : 'bg-caution',
            )}
            style={{ width: `${percentage}%` }}
          />
        </span>
      )}
    </AriaMeter>
  )
}
