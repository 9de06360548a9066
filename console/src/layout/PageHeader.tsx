import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** What stands above the title. */
  above?: ReactNode
  actions?: ReactNode
  icon?: ReactNode
}

/** The heading of a page. */
export function PageHeader({ title, description, above, actions, icon }: PageHeaderProps) {
  return (
    <header className="px-5 pt-6 pb-5 sm:px-8 sm:pt-8">
      {above && <div className="mb-2 text-sm text-ink-3">{above}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          {icon}
          <div className="min-w-0">
            <h1 className="text-xl font-semibold tracking-tight text-balance break-words">{title}</h1>
            {description && <div className="mt-1 max-w-2xl text-ink-2">{description}</div>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  )
}
