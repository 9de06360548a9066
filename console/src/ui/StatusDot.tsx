import { classNames } from './class-names.ts'

type Tone = 'good' | 'open' | 'caution' | 'danger'

const TONES: Record<Tone, string> = {
  good: 'bg-accent',
  open: 'border-[1.5px] border-control',
  caution: 'bg-caution',
  danger: 'bg-danger',
}

/** A state in a table: quieter than a badge, since most rows have the same. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', TONES[tone])} />
      {children}
    </span>
  )
}
