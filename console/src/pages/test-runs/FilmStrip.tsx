import type { TestRun } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from './Picture.tsx'
import { STEP_LOOKS } from './test-run-words.ts'
import { words } from './words.ts'

interface FilmStripProps {
  appId: string
  run: TestRun
  /** Takes the id of the step. */
  onEnlarge: (stepId: string) => void
}

const EDGES = {
  good: 'border-line',
  open: 'border-line',
  caution: 'border-caution',
  danger: 'border-danger ring-1 ring-danger',
}

/** A picture of the page after each step, in a row. */
export function FilmStrip({ appId, run, onEnlarge }: FilmStripProps) {
  const shown = run.steps
    .map((step, place) => ({ step, number: place + 1 }))
    .filter(({ step }) => step.screenshot_id !== null)
  if (shown.length === 0) return null
  return (
    <section aria-label={words.pictures}>
      <h3 className="mb-2 font-semibold">{words.pictures}</h3>
      <ol className="-mx-5 flex gap-3 overflow-x-auto px-5 pt-0.5 pb-3 sm:-mx-8 sm:px-8">
        {shown.map(({ step, number }) => (
          <li key={step.id} className="w-44 shrink-0">
            <button
              type="button"
              aria-label={fill(words.showPictureOfStep, { number, instruction: step.instruction })}
              onClick={() => onEnlarge(step.id)}
              className="group block w-full text-start"
            >
              <Picture
                appId={appId}
                executionId={run.id}
                artifactId={step.screenshot_id}
                alt=""
                className={classNames(
                  'h-28 w-full rounded-md border group-hover:border-accent',
                  EDGES[STEP_LOOKS[step.status].tone],
                )}
              />
              <span
                className={classNames(
                  'mt-1 line-clamp-2 text-xs break-words',
                  step.status === 'failed' ? 'text-danger' : 'text-ink-2',
                )}
              >
                <span className="text-ink-3 tabular-nums">{number}</span> {step.instruction}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
