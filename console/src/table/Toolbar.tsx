import type { ReactNode } from 'react'

/** The filters of a list. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="flex flex-wrap items-end gap-3 px-5 pb-4 sm:px-8">
      {children}
    </search>
  )
}
