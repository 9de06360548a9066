/** The mark: an arch within an arch, looking into the courtyard. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        d="M7 25V15a9 9 0 0 1 18 0v10"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="stroke-on-accent"
      />
      <path d="M12.5 25v-9.5a3.5 3.5 0 0 1 7 0V25z" className="fill-on-accent opacity-55" />
    </svg>
  )
}
