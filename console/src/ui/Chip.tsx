import { classNames } from './class-names.ts'

/** A value out of few; those of one field are distinguished by their hue. */
export function Chip({ children, hue }: { children: string; hue?: number }) {
  return (
    <span
      title={children}
      className={classNames(
        'inline-block max-w-full truncate rounded-sm px-1.5 align-bottom text-sm leading-5.5',
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
