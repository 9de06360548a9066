import type { Recording } from '@atrium/sdk'
import { fill, fillWith } from '../../language/fill.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { countSteps, describeDropped } from './step-words.ts'
import { words } from './words.ts'

interface RecordedStepsProps {
  steps: Recording['steps']
  /** How many did not fit. */
  dropped: number
  isOpen: boolean
}

export function RecordedSteps({ steps, dropped, isOpen }: RecordedStepsProps) {
  return (
    <section aria-label={words.recordedSteps} className="rounded-md border border-line bg-sunken px-4 py-3">
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        {isOpen && <Spinner />}
        {steps.length === 0
          ? words.waitingForTheFirst
          : isOpen
            ? fill(words.stepsSoFar, { steps: countSteps(steps) })
            : countSteps(steps)}
      </p>
      {steps.length > 0 && (
        <ol className="mt-2 max-h-56 list-decimal space-y-1 overflow-y-auto ps-6 text-sm marker:text-ink-3">
          {steps.map((step, place) => (
            // Steps only ever come at the end.
            // biome-ignore lint/suspicious/noArrayIndexKey: their place is all that distinguishes them.
            <li key={place} className="break-words">
              {step.instruction}
            </li>
          ))}
        </ol>
      )}
      {dropped > 0 && (
        <p className="mt-2 text-sm text-caution">
          {fillWith(words.droppedStopHereAnd, { dropped: describeDropped(dropped) })}
        </p>
      )}
    </section>
  )
}
