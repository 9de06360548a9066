import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatDay } from '../../days.ts'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import type { AdReportView } from '../../paths.ts'
import { RangeFilter } from './RangeFilter.tsx'
import { reportViewOf } from './report-range.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

interface Days {
  start_date: string | null
  end_date: string | null
}

interface FiguresPartProps<Report extends Days> {
  report: UseQueryResult<Report>
  onRange: (view: AdReportView) => void
  /** Said behind the days. */
  more?: (report: Report) => ReactNode
  children: (report: Report) => ReactNode
}

/** Figures of days that can be chosen, while they are read and when they cannot be. */
export function FiguresPart<Report extends Days>(props: FiguresPartProps<Report>) {
  const { report, onRange, more, children } = props
  const { zone } = useAdsApp()
  const view = reportViewOf(useSearchParams()[0])
  const { data, error } = report
  return (
    <section aria-labelledby="figures" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="figures" className="font-semibold">
            {words.figures}
          </h3>
          {data?.start_date && data.end_date && (
            <p className="caption">
              {fillWith(words.startDateToEndDateDays, {
                startDate: formatDay(data.start_date),
                endDate: formatDay(data.end_date),
                zone,
                data: more?.(data),
              })}
            </p>
          )}
        </div>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <RangeFilter zone={zone} view={view} onChange={onRange} />
        </div>
      </div>
      {error ? (
        <PartFailure error={error} onRetry={() => void report.refetch()} isRetrying={report.isFetching} />
      ) : data ? (
        <div className={report.isPlaceholderData ? 'opacity-60' : ''}>
          {children(data)}
          {!data.start_date && <p className="text-ink-2">{words.theseDaysHaveNot}</p>}
        </div>
      ) : (
        <PartLoading what="figures" />
      )}
    </section>
  )
}
