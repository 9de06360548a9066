import type { AvailableConnector } from '@atrium/sdk'
import { inkOn } from './ink-on.ts'

/** Letters on the colour of the service; for one that is gone the first letter of its name. */
export function ConnectorIcon({
  icon,
  name,
}: {
  icon: AvailableConnector['icon'] | undefined
  name: string
}) {
  const { letters, color } = icon ?? { letters: name.slice(0, 1).toUpperCase(), color: '#64748b' }
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-md text-sm font-semibold select-none"
      style={{ backgroundColor: color, color: inkOn(color) }}
    >
      {letters}
    </span>
  )
}
