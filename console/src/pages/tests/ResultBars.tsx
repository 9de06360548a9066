import type { FlowStats } from '@atrium/sdk'
import { ChartNumbers } from '../../chart/ChartNumbers.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { everyStatsDay } from './stats-days.ts'
import { words } from './words.ts'

const TITLE = words.resultsByDay
const PARTS = [
  { id: 'passed', label: words.passed, bar: 'bg-accent' },
  { id: 'failed', label: words.failed, bar: 'bg-danger-fill' },
  { id: 'other', label: words.cancelledOrNotRun, bar: 'bg-control' },
] as const

/** A bar for each day, what passed at its foot; the same as a table below. */
export function ResultBars({ days: known }: Pick<FlowStats, 'days'>) {
  const days = everyStatsDay(known, new Date())
  const totalOf = ({ passed, failed, other }: (typeof days)[number]) => passed + failed + other
  const highest = Math.max(1, ...days.map(totalOf))
  const points = days.map(({ day }) => dayPoint(day))
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const runs = days.reduce((sum, day) => sum + totalOf(day), 0)
  return (
    <figure className="max-w-4xl">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{TITLE}</span>
        <ul className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          {PARTS.map(({ id, label, bar }) => (
            <li key={id} className="flex items-center gap-1.5">
              <span aria-hidden className={classNames('size-2.5 rounded-sm', bar)} />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div
        role="img"
        aria-label={fill(words.failedOfRunsRuns, { failed, runs, count: days.length })}
        className="mt-3 flex h-28 items-end gap-1 border-b border-control"
      >
        {days.map((day, place) => (
          <div
            key={day.day}
            title={fill(words.labelPassedPassedFailed, {
              label: points[place]?.label ?? '',
              passed: day.passed,
              failed: day.failed,
            })}
            className={classNames(
              'flex h-full min-w-1 flex-1 flex-col-reverse',
              points[place]?.isUnfinished && 'opacity-60',
            )}
          >
            {PARTS.map(({ id, bar }) => (
              <div key={id} className={bar} style={{ height: `${(day[id] / highest) * 100}%` }} />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-3">
        <span>{points[0]?.short}</span>
        <span>
          {points.at(-1)?.short}
          {points.at(-1)?.isUnfinished && words.soFar2}
        </span>
      </div>
      <ChartNumbers
        title={TITLE}
        points={points}
        series={PARTS.map(({ id, label }) => ({ id, label, values: days.map((day) => day[id]) }))}
        format={String}
        pointName={words.day}
      />
    </figure>
  )
}
