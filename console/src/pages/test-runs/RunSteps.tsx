import type { TestRun, TestRunStep } from '@atrium/sdk'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { StepFacts } from './StepFacts.tsx'
import { isOpenRun, STEP_LOOKS } from './test-run-words.ts'
import { words } from './words.ts'

/** The steps of a run in their order; each opens to show how it was understood and what the page said. */
export function RunSteps({ run }: { run: TestRun }) {
  if (run.steps.length === 0)
    return (
      <p className="text-ink-2">
        {isOpenRun(run.status) ? words.theStepsAppearHere : words.itEndedBeforeThe}
      </p>
    )
  return (
    <section aria-label={words.steps}>
      <h3 className="mb-2 font-semibold">{words.steps}</h3>
      <ol className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {run.steps.map((step, place) => (
          <Row key={step.id} step={step} number={place + 1} />
        ))}
      </ol>
    </section>
  )
}

function Row({ step, number }: { step: TestRunStep; number: number }) {
  const [opened, setOpened] = useState<boolean | null>(null)
  // The one that failed is what one looks for.
  const isOpen = opened ?? step.status === 'failed'
  const { label, tone } = STEP_LOOKS[step.status]
  const hasFacts = step.status !== 'waiting' && step.status !== 'skipped'
  const detailId = `step-${number}`
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:flex-nowrap">
        {hasFacts ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailId}
            aria-label={fill(words.hideDetailsOfStep, { hide: isOpen ? words.hide : words.show, number })}
            onClick={() => setOpened(!isOpen)}
            className="-m-1 rounded-sm p-1 text-ink-3 hover:bg-hover hover:text-ink"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-4 transition-transform', isOpen && 'rotate-90')}
            />
          </button>
        ) : (
          <span className="w-4 shrink-0" />
        )}
        <span className="min-w-0 flex-1 break-words">
          <span className="me-2 text-sm text-ink-3 tabular-nums">{number}</span>
          <span className={hasFacts ? '' : 'text-ink-3'}>{step.instruction}</span>
        </span>
        <span className="flex shrink-0 flex-wrap items-center gap-2 text-sm max-sm:w-full max-sm:ps-7">
          {step.healed && <Badge tone="accent">{words.healed}</Badge>}
          {step.console_errors.length > 0 && (
            <Badge tone="caution">{counted(step.console_errors.length, 'error')}</Badge>
          )}
          {step.failed_requests.length > 0 && (
            <Badge tone="caution">{counted(step.failed_requests.length, words.failedRequest)}</Badge>
          )}
          <span className="sm:w-24">
            <StatusDot tone={tone}>{label}</StatusDot>
          </span>
          <span className="text-xs sm:w-16 sm:text-end text-ink-3 tabular-nums">{timeOf(step)}</span>
        </span>
      </div>
      <div id={detailId}>{isOpen && hasFacts && <StepFacts step={step} />}</div>
    </li>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function timeOf({ started_at, completed_at }: TestRunStep): string {
  if (started_at === null || completed_at === null) return ''
  return describeLength(Date.parse(completed_at) - Date.parse(started_at))
}
