import { Fragment } from 'react'
import { Link } from 'react-router'

interface BreadcrumbProps {
  /** From the outermost to the one that leads here. */
  links: readonly { to: string; label: string }[]
}

/** The way back, above the title of a page of one part of an app. */
export function Breadcrumb({ links }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap gap-x-2 text-sm text-ink-3">
      {links.map(({ to, label }, place) => (
        <Fragment key={to}>
          {place > 0 && <span aria-hidden>/</span>}
          <Link to={to} className="hover:text-ink hover:underline">
            {label}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
