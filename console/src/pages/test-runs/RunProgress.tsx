import type { TestRun } from '@atrium/sdk'
import { Meter } from '../../ui/Meter.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** How far a run has come, while it goes on. */
export function RunProgress({ run }: { run: TestRun }) {
  const { status, steps, step_count } = run
  const place = steps.findIndex((step) => step.status === 'running')
  const done = steps.filter((step) => step.status !== 'waiting' && step.status !== 'running').length
  const current = steps[place]
  return (
    <section aria-label="Progress" className="max-w-2xl space-y-2.5">
      <p role="status" className="flex items-start gap-2 break-words">
        <span className="mt-0.75">
          <Spinner />
        </span>
        {status === 'queued'
          ? 'It begins as soon as a browser is free.'
          : current
            ? `Step ${place + 1} of ${step_count}: ${current.instruction}`
            : done === 0
              ? 'The browser is being opened.'
              : 'The report is being written.'}
      </p>
      {step_count > 0 && (
        <Meter
          label="Progress of the run"
          value={done}
          max={step_count}
          valueLabel={`${done} of ${step_count} steps`}
          tone="good"
          size="full"
        />
      )}
    </section>
  )
}
