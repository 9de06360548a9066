/** Stands in for one part of a page that is still on its way. */
export function PartLoading({ what }: { what: string }) {
  return (
    <div role="status" className="animate-pulse space-y-3 [animation-delay:300ms]">
      <span className="sr-only">Loading {what}</span>
      <div className="h-20 rounded-lg bg-active/60" />
      <div className="h-52 rounded-lg bg-active/40" />
    </div>
  )
}
