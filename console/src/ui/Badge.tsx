import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'neutral' | 'accent' | 'caution' | 'danger'

const TONES: Record<Tone, string> = {
  neutral: 'bg-active/70 text-ink-2',
  accent: 'bg-accent-soft text-accent-strong',
  caution: 'bg-caution-soft text-caution',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center align-top rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
