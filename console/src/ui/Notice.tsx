import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'info' | 'caution' | 'danger'

const TONES = {
  info: { icon: Info, look: 'bg-accent-soft/60 text-accent-strong' },
  caution: { icon: TriangleAlert, look: 'bg-caution-soft text-caution' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
}

/** A message in the flow of the page; a refusal is read out at once. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ReactNode
}) {
  const { icon: Icon, look } = TONES[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={classNames('flex gap-2.5 rounded-md px-3 py-2.5 text-sm', look)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        <div className="text-ink">{children}</div>
      </div>
    </div>
  )
}
