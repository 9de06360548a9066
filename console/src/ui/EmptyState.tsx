import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
  /** `h1` where nothing else names the page. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-lg bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <Heading className="text-lg font-semibold tracking-tight">{title}</Heading>
      <div className="mt-1 text-ink-2">{children}</div>
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
