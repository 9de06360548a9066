import type { CodingSession } from '@atrium/sdk'
import { Circle, CircleCheck, CircleDot, CircleSlash, type LucideIcon } from 'lucide-react'
import { fillWith } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { words } from './words.ts'

type Item = CodingSession['plan'][number]

const LOOKS: Record<Item['status'], { icon: LucideIcon; ink: string; spoken: string }> = {
  waiting: { icon: Circle, ink: 'text-ink-3', spoken: words.notYet },
  doing: { icon: CircleDot, ink: 'text-accent', spoken: words.now },
  done: { icon: CircleCheck, ink: 'text-accent', spoken: words.done },
  skipped: { icon: CircleSlash, ink: 'text-ink-3', spoken: words.leftOut },
}

/** What it means to do, and how far it is. */
export function PlanPart({ plan, isOver }: { plan: readonly Item[]; isOver: boolean }) {
  if (plan.length === 0 && isOver) return null
  const done = plan.filter(({ status }) => status === 'done' || status === 'skipped').length
  return (
    <section aria-label={words.plan}>
      <h3 className="mb-2 flex items-baseline justify-between gap-2 font-semibold">
        {words.plan}
        {plan.length > 0 && (
          <span className="text-xs font-normal text-ink-3 tabular-nums">
            {fillWith(words.doneOfCount, { done, count: plan.length })}
          </span>
        )}
      </h3>
      {plan.length === 0 ? (
        <p className="text-sm text-ink-3">{words.itHasNotMade}</p>
      ) : (
        <ol className="space-y-1.5 text-sm">
          {plan.map(({ text, status }, place) => {
            const { icon: Icon, ink, spoken } = LOOKS[status]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place in the plan is what it is known by.
              <li key={place} className="flex gap-2">
                <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
                <span
                  className={classNames(
                    'min-w-0 break-words',
                    status === 'doing' && 'font-medium',
                    status === 'skipped' && 'text-ink-3 line-through',
                  )}
                >
                  <span className="sr-only">{spoken}</span>
                  {text}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
