import type { LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import { WITH_DATA } from '../prefetch-links.ts'
import { classNames } from '../ui/class-names.ts'

const ITEM =
  'flex items-center gap-2.5 rounded-md px-2 text-base font-medium text-ink-2 transition-look hover:bg-active/60 hover:text-ink'

interface NavItemProps {
  to: string
  label: string
  icon: LucideIcon
  /** Current on its own address only. */
  end?: boolean | undefined
  /** How many things in it want attention, and what they are. */
  alerts?: { count: number; what: string } | undefined
  onNavigate?: (() => void) | undefined
}

/** One line of the sidebar. */
export function NavItem({ to, label, icon: Icon, end = false, alerts, onNavigate }: NavItemProps) {
  return (
    <li>
      <NavLink
        to={to}
        end={end}
        {...WITH_DATA}
        {...(onNavigate ? { onClick: onNavigate } : {})}
        className={({ isActive }) =>
          classNames(ITEM, 'h-8 lg:h-7.5', isActive && 'bg-active text-ink [&>svg]:text-accent')
        }
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {alerts && alerts.count > 0 && (
          <span className="relative rounded-full bg-danger-soft px-1.5 text-xs leading-5 text-danger tabular-nums">
            {alerts.count}
            <span className="sr-only"> {alerts.what}</span>
          </span>
        )}
      </NavLink>
    </li>
  )
}
