import { classNames } from './class-names.ts'

/** Initials on a quiet disc; pictures from elsewhere would tell their hosts who looks. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-active font-semibold text-ink-2 select-none',
        size === 'sm' ? 'size-6 text-[0.625rem]' : 'size-7.5 text-[0.6875rem]',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('') || '?'
}
