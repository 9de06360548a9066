import { classNames } from './class-names.ts'

/** Up to here it needs no cut, which would cost the browser a step in every frame that scrolls many of them. */
const SHORT = 8

/** A value out of few; those of one field are distinguished by their hue. */
export function Chip({ children, hue }: { children: string; hue?: number }) {
  const isShort = children.length <= SHORT
  return (
    <span
      title={isShort ? undefined : children}
      className={classNames(
        'inline-block rounded-sm px-1.5 align-bottom text-sm leading-5.5',
        !isShort && 'max-w-full truncate',
        hue === undefined ? 'bg-active/70 text-ink-2' : HUES[hue % HUES.length],
      )}
    >
      {children}
    </span>
  )
}

const HUES = [
  'bg-hue-1 text-on-hue-1',
  'bg-hue-2 text-on-hue-2',
  'bg-hue-3 text-on-hue-3',
  'bg-hue-4 text-on-hue-4',
  'bg-hue-5 text-on-hue-5',
  'bg-hue-6 text-on-hue-6',
]
