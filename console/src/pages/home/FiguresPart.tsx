import type { AppOverview } from '@atrium/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { formatDay } from '../../days.ts'
import type { OverviewDays } from '../../home-paths.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { BareButton } from '../../ui/PlainButton.tsx'
import { WithSheet } from '../../ui/WithSheet.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { DAYS, type FigureName } from './figure-words.ts'
import { words } from './words.ts'

const loadDays = () => import('./DaysSheet.tsx')
const DaysSheet = lazy(async () => ({ default: (await loadDays()).DaysSheet }))

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
            {words.figures}
          </h2>
          {first && (
            <p className="caption">
              {fillWith(words.sinceFirstDaysIn, {
                first: formatDay(first),
                appsCounted:
                  data.is_partial &&
                  fill(words.ofTheAppsCountedApps, { appsCounted: data.apps_counted ?? 0 }),
              })}
            </p>
          )}
        </div>
        <WithSheet
          load={loadDays}
          trigger={(props) => (
            <BareButton
              {...props}
              className="flex h-9 w-full items-center justify-between gap-2 rounded-md border border-control bg-surface px-3 text-start transition-look hovered:border-ink-3 sm:w-40"
            >
              <span className="sr-only">{words.days2}</span>
              <span className="truncate">{DAYS.find(({ id }) => id === days)?.label}</span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
            </BareButton>
          )}
        >
          {(sheet) => <DaysSheet {...sheet} days={days} onDays={onDays} />}
        </WithSheet>
      </div>
      {error ? (
        <PartFailure error={error} onRetry={() => void overview.refetch()} isRetrying={overview.isFetching} />
      ) : data ? (
        <div className={overview.isPlaceholderData ? 'opacity-60' : ''}>
          <FigureTiles figures={data.figures} days={data.dates.length} pathOf={pathOf} />
        </div>
      ) : (
        <PartLoading what="figures" shape="tiles" />
      )}
    </section>
  )
}
