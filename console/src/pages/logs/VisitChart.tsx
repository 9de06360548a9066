import { DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { fillWith } from '../../language/fill.ts'
import { Select } from '../../ui/Select.tsx'
import { formatCount, formatCountShort } from '../analytics/event-view.ts'
import { SPANS, type VisitStats, visitsByDay } from './logs-view.ts'
import { words } from './words.ts'

interface VisitChartProps {
  stats: VisitStats
  days: number
  onDays: (days: string) => void
}

const MOST_PAGES = 8

/** Visits and different people by day, and the pages that were seen most. */
export function VisitChart({ stats, days, onDays }: VisitChartProps) {
  const counts = visitsByDay(stats, days)
  const pages = stats.pages.slice(0, MOST_PAGES)
  const most = Math.max(...pages.map(({ visits }) => visits), 1)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2 tabular-nums">
          {fillWith(words.visitsVisitUsersPerson, {
            visits: formatCount(stats.visits),
            visit: stats.visits === 1 ? 'visit' : 'visits',
            users: formatCount(stats.users),
            person: stats.users === 1 ? 'person' : words.differentPeople,
          })}
        </p>
        <Select
          label={words.daysOfTheChart}
          isLabelHidden
          options={SPANS}
          value={String(days)}
          onChange={(key) => onDays(String(key))}
          className="w-full sm:w-44"
        />
      </div>
      <DayChart
        title={words.visitsByDay}
        points={counts.map(({ date }) => dayPoint(date))}
        series={[
          { id: 'visits', label: words.visits, values: counts.map(({ visits }) => visits) },
          { id: 'users', label: words.people, values: counts.map(({ users }) => users) },
        ]}
        format={formatCount}
        formatAxis={formatCountShort}
        smallestStep={1}
      />
      {pages.length > 0 && (
        <section aria-labelledby="seen-most">
          <h3 id="seen-most" className="mb-2 font-semibold">
            {words.pagesThatWereSeen}
          </h3>
          <ul>
            {pages.map(({ page, visits }) => (
              <li key={page} className="relative flex justify-between gap-4 rounded-md px-3 py-1.5">
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 inset-s-0 rounded-md bg-accent-soft/70"
                  style={{ width: `${(visits / most) * 100}%` }}
                />
                <span className="relative truncate">{page}</span>
                <span className="relative tabular-nums">{formatCount(visits)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
