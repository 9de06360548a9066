import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { classNames } from '../../ui/class-names.ts'

interface EntityNavProps {
  label: string
  names: readonly string[]
  current: string | undefined
  pathOf: (name: string) => string
  action?: ReactNode
}

/** The entities of an app: beside the content on wide screens, a row above it on small ones. */
export function EntityNav({ label, names, current, pathOf, action }: EntityNavProps) {
  return (
    <nav
      aria-label={label}
      className="border-b border-line lg:w-52 lg:shrink-0 lg:border-r lg:border-b-0 lg:py-4"
    >
      <ul className="flex gap-1 overflow-x-auto px-4 py-2.5 sm:px-7 lg:sticky lg:top-4 lg:flex-col lg:px-3 lg:py-0">
        {names.map((name) => (
          <li key={name}>
            <Link
              to={pathOf(name)}
              aria-current={name === current ? 'page' : undefined}
              className={classNames(
                'flex h-8 items-center rounded-md px-2.5 font-medium whitespace-nowrap transition-look lg:whitespace-normal',
                name === current ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
        {action && <li className="flex items-center lg:mt-3 lg:px-2">{action}</li>}
      </ul>
    </nav>
  )
}

/** The entity that the address names, if any. */
export function useEntityName(): string | undefined {
  const { entity_name, name } = useParams()
  return entity_name ?? name
}
