import type { TestRun } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { Meter } from '../../ui/Meter.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { words } from './words.ts'

/** How far a run has come, while it goes on. */
export function RunProgress({ run }: { run: TestRun }) {
  const { status, steps, step_count } = run
  const place = steps.findIndex((step) => step.status === 'running')
  const done = steps.filter((step) => step.status !== 'waiting' && step.status !== 'running').length
  const current = steps[place]
  return (
    <section aria-label={words.progress} className="max-w-2xl space-y-2.5">
      <p role="status" className="flex items-start gap-2 break-words">
        <span className="mt-0.75">
          <Spinner />
        </span>
        {status === 'queued'
          ? words.itBeginsAsSoon
          : current
            ? fill(words.stepPlaceOfStepCount, {
                place: place + 1,
                stepCount: step_count,
                instruction: current.instruction,
              })
            : done === 0
              ? words.theBrowserIsBeing
              : words.theReportIsBeing}
      </p>
      {step_count > 0 && (
        <Meter
          label={words.progressOfTheRun}
          value={done}
          max={step_count}
          valueLabel={fill(words.doneOfStepCountSteps, { done, stepCount: step_count })}
          tone="good"
          size="full"
        />
      )}
    </section>
  )
}
