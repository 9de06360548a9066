import { NavLink } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { useCurrentInView } from './use-current-in-view.ts'

interface PageTabsProps {
  label: string
  /** One with `pages` stays current on the pages below its address. */
  tabs: readonly PageTab[]
}

export interface PageTab {
  to: string
  label: string
  pages?: true
}

/** The parts of one thing, each with an address of its own. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const row = useCurrentInView<HTMLUListElement>()
  return (
    <nav aria-label={label} className="border-b border-line px-5 sm:px-8">
      <ul ref={row} className="flex gap-5 overflow-x-auto">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to}
              end={!tab.pages}
              className={({ isActive }) =>
                classNames(
                  'flex h-10 items-center border-b-2 font-medium whitespace-nowrap transition-look focus-visible:-outline-offset-2',
                  isActive ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )
              }
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
