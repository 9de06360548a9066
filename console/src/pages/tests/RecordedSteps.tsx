import type { Recording } from '@atrium/sdk'
import { Spinner } from '../../ui/Spinner.tsx'
import { countSteps, describeDropped } from './step-words.ts'

interface RecordedStepsProps {
  steps: Recording['steps']
  /** How many did not fit. */
  dropped: number
  isOpen: boolean
}

export function RecordedSteps({ steps, dropped, isOpen }: RecordedStepsProps) {
  return (
    <section aria-label="Recorded steps" className="rounded-md border border-line bg-sunken px-4 py-3">
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        {isOpen && <Spinner />}
        {steps.length === 0
          ? 'Waiting for the first click'
          : `${countSteps(steps)}${isOpen ? ' so far' : ''}`}
      </p>
      {steps.length > 0 && (
        <ol className="mt-2 max-h-56 list-decimal space-y-1 overflow-y-auto pl-6 text-sm marker:text-ink-3">
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
          {describeDropped(dropped)} Stop here, and record the rest as another test.
        </p>
      )}
    </section>
  )
}
