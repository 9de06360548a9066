import { Check } from 'lucide-react'
import { fillWith } from '../../../language/fill.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { Step } from './launch-draft.ts'
import { words } from './words.ts'

interface LaunchProgressProps {
  steps: readonly Step[]
  current: Step
  /** The furthest that can be opened. */
  reached: Step
  onGo: (step: Step) => void
}

const LABELS: Record<Step, string> = {
  type: 'Type',
  business: words.business,
  places: words.places,
  budget: words.budget,
  eu: 'EU declaration',
  review: words.review,
}

/** Where one is in the wizard; steps that are done can be opened again. */
export function LaunchProgress({ steps, current, reached, onGo }: LaunchProgressProps) {
  const place = steps.indexOf(current)
  const furthest = steps.indexOf(reached)
  return (
    <nav aria-label={words.steps} className="mt-5">
      <p className="mb-2 text-sm text-ink-3 sm:hidden">
        {fillWith(words.stepPlaceOfCount, { place: place + 1, count: steps.length })}
      </p>
      <ol className="flex gap-2">
        {steps.map((step, at) => {
          const isCurrent = step === current
          const isDone = at < furthest && !isCurrent
          return (
            <li key={step} className="min-w-0 flex-1">
              <button
                type="button"
                disabled={at > furthest}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onGo(step)}
                className={classNames(
                  'flex w-full items-center gap-1.5 border-t-2 pt-2 text-start text-sm transition-look',
                  isCurrent
                    ? 'border-accent font-medium text-ink'
                    : isDone
                      ? 'border-accent/50 text-ink-2 hover:text-ink'
                      : 'border-line text-ink-3',
                )}
              >
                {isDone && <Check aria-hidden className="size-3.5 shrink-0 text-accent max-sm:hidden" />}
                <span className="truncate max-sm:sr-only">{LABELS[step]}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
