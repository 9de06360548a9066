import type { ReactNode } from 'react'

interface PartHeadingProps {
  title: string
  /** What a section is labelled by. */
  titleId?: string
  children?: ReactNode
  actions?: ReactNode
}

/** The heading of a page of one part of an app, below that of the app. */
export function PartHeading({ title, titleId, children, actions }: PartHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-5 pb-4 sm:px-8">
      <div className="min-w-0">
        <h2 id={titleId} className="text-lg font-semibold tracking-tight break-words">
          {title}
        </h2>
        {children && <div className="mt-0.5 max-w-2xl text-ink-2">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
