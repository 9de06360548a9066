import type { ReactNode } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { SideNav } from './SideNav.tsx'

interface PartPagesProps {
  label: string
  /** Without `isCurrent`, a page is current at exactly its own address. */
  pages: readonly { to: string; label: string; isCurrent?: boolean }[]
  /** What stands above every page. */
  children?: ReactNode
}

/** A part of an app that has pages of its own: their list, and the one that the address names. */
export function PartPages({ label, pages, children }: PartPagesProps) {
  const { app_id = '' } = useParams()
  const { pathname } = useLocation()
  return (
    <div className="lg:flex lg:min-h-[inherit]">
      <SideNav
        label={label}
        items={pages.map(({ isCurrent, ...page }) => ({
          ...page,
          isCurrent: isCurrent ?? pathname === page.to,
        }))}
      />
      <div className="min-w-0 flex-1 pb-8">
        {children}
        <Outlet key={app_id} />
      </div>
    </div>
  )
}
