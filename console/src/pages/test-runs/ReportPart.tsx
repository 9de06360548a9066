import type { TestReport, TestRun } from '@atrium/sdk'
import { CircleCheck, CircleSlash, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { fill, fillWith } from '../../language/fill.ts'
import { StandInBadge } from '../../layout/StandIn.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CATEGORIES, FAULTS, FIRST_SIGNS, stepName } from './test-run-words.ts'
import { words } from './words.ts'

interface ReportPartProps {
  run: TestRun
  report: TestReport
  /** Shows the picture of a step. */
  onShowStep: (stepId: string) => void
}

const VERDICTS: Record<
  TestReport['verdict'],
  { icon: LucideIcon; title: string; look: string; ink: string }
> = {
  passed: {
    icon: CircleCheck,
    title: words.itWorks,
    look: 'border-accent/40 bg-accent-soft/40',
    ink: 'text-accent',
  },
  failed: {
    icon: CircleX,
    title: words.itFailed,
    look: 'border-danger/40 bg-danger-soft/60',
    ink: 'text-danger',
  },
  cancelled: {
    icon: CircleSlash,
    title: words.itWasCancelled,
    look: 'border-line bg-sunken',
    ink: 'text-ink-3',
  },
  error: {
    icon: TriangleAlert,
    title: words.itCouldNotBe,
    look: 'border-caution/40 bg-caution-soft/60',
    ink: 'text-caution',
  },
}

/** What the run came to: the verdict, why, where it began to go wrong, and what to do. */
export function ReportPart({ run, report, onShowStep }: ReportPartProps) {
  const { verdict, summary, failure_category, first_bad_state: first, model_calls } = report
  const { icon: Icon, title, look, ink } = VERDICTS[verdict]
  const category = failure_category && CATEGORIES[failure_category]
  // A step says itself what was wrong with it.
  const fault = run.error && !report.failed_step_id ? FAULTS[run.error.code] : null
  const hasPicture = (id: string) => run.steps.some((step) => step.id === id && step.screenshot_id !== null)
  return (
    <section
      aria-label={words.report}
      className={classNames('max-w-4xl rounded-lg border px-4 py-4 sm:px-5', look)}
    >
      <div className="flex gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', ink)} />
        <div className="min-w-0 flex-1 space-y-3">
          <div>
            <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
            <p className="break-words whitespace-pre-line text-ink">{summary}</p>
          </div>
          {fault && (
            <p className="break-words">
              <span className="font-semibold">{fault.title}.</span> {fault.advice}
            </p>
          )}
          {category && (
            <p className="break-words">
              <span className="font-semibold">{category.title}.</span> {category.advice}
            </p>
          )}
          {/* That a step failed is what the summary says. */}
          {first && first.kind !== 'step_failed' && (
            <div className="rounded-md border border-line bg-surface px-3 py-2.5">
              <p className="text-sm font-medium">
                {fillWith(words.firstSignOfTrouble, { it: FIRST_SIGNS[first.kind].toLowerCase() })}
              </p>
              <p className="mt-0.5 font-mono text-xs break-all whitespace-pre-wrap text-ink-2">
                {first.message}
              </p>
              <p className="mt-1 text-sm break-words text-ink-2">
                {fillWith(words.at, {
                  it: stepName(run.steps, first.step_id).replace(/^S/, 's'),
                  it2: hasPicture(first.step_id) && (
                    <>
                      {' · '}
                      <button
                        type="button"
                        onClick={() => onShowStep(first.step_id)}
                        className="rounded-sm text-accent hover:underline"
                      >
                        {words.showPicture}
                      </button>
                    </>
                  ),
                })}
              </p>
            </div>
          )}
          {model_calls > 0 && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              {words.theLanguageModelWas}{' '}
              {model_calls === 1 ? 'once' : fill(words.modelCallsTimes, { modelCalls: model_calls })}.
              <StandInBadge of="language_model" />
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
