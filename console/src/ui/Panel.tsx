import type { ReactNode } from 'react'

/** A titled part of a page: what it is about on the left, its content on the right. */
export function Panel({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line px-5 py-8 first:border-t-0 sm:px-8 lg:grid-cols-[15rem_minmax(0,42rem)]">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <div className="mt-1 text-sm text-ink-3">{description}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
