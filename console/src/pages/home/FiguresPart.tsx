import type { AppOverview } from '@atrium/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatDay } from '../../days.ts'
import type { OverviewDays } from '../../home-paths.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { Select } from '../../ui/Select.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import type { FigureName } from './figure-words.ts'

const DAYS = [
  { id: '7', label: 'Last 7 days' },
  { id: '14', label: 'Last 14 days' },
  { id: '30', label: 'Last 30 days' },
]

interface FiguresPartProps {
  overview: UseQueryResult<AppOverview & { is_partial?: boolean; apps_counted?: number }>
  days: OverviewDays
  onDays: (days: string) => void
  pathOf: (name: FigureName) => string
}

/** The figures of some days, while they are read and when they cannot be. */
export function FiguresPart({ overview, days, onDays, pathOf }: FiguresPartProps) {
  const { data, error } = overview
  const first = data?.dates[0]
  return (
    <section aria-labelledby="figures" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="figures" className="font-semibold">
            Figures
          </h2>
          {first && (
            <p className="caption">
              Since {formatDay(first)}, days in UTC. Today is not over yet.
              {data.is_partial && ` Of the ${data.apps_counted} apps that changed last.`}
            </p>
          )}
        </div>
        <Select
          label="Days"
          isLabelHidden
          options={DAYS}
          value={days}
          onChange={(key) => onDays(String(key))}
          className="w-full sm:w-40"
        />
      </div>
      {error ? (
        <PartFailure error={error} onRetry={() => void overview.refetch()} isRetrying={overview.isFetching} />
      ) : data ? (
        <div className={overview.isPlaceholderData ? 'opacity-60' : ''}>
          <FigureTiles figures={data.figures} days={data.dates.length} pathOf={pathOf} />
        </div>
      ) : (
        <PartLoading what="figures" />
      )}
    </section>
  )
}
