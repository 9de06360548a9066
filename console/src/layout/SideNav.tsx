import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { useCurrentInView } from './use-current-in-view.ts'

export interface SideNavItem {
  to: string
  label: string
  isCurrent: boolean
}

interface SideNavProps {
  label: string
  items: readonly SideNavItem[]
  action?: ReactNode
}

/** The pages of one part of an app: next to the content on wide screens, a row above it on small ones. */
export function SideNav({ label, items, action }: SideNavProps) {
  const row = useCurrentInView<HTMLUListElement>()
  return (
    <nav
      aria-label={label}
      className="border-b border-line lg:w-52 lg:shrink-0 lg:border-e lg:border-b-0 lg:py-4"
    >
      <ul
        ref={row}
        className="flex gap-1 overflow-x-auto px-4 py-2.5 sm:px-7 lg:sticky lg:top-4 lg:flex-col lg:px-3 lg:py-0"
      >
        {items.map(({ to, label: text, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'flex h-8 items-center rounded-md px-2.5 font-medium whitespace-nowrap transition-look lg:whitespace-normal',
                isCurrent ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <span className="truncate">{text}</span>
            </Link>
          </li>
        ))}
        {action && <li className="flex items-center lg:mt-3 lg:px-2">{action}</li>}
      </ul>
    </nav>
  )
}
