import type { AdCampaign } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { formatDay } from '../../days.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { paths } from '../../paths.ts'
import { everyDay } from './every-day.ts'
import { FigureChart } from './FigureChart.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { reportViewOf } from './report-range.ts'
import { useAdsApp } from './use-ads-app.ts'

/** What a campaign cost and brought, day by day. */
export function CampaignFigures({ campaign }: { campaign: AdCampaign }) {
  const { appId, workspaceId, currency, zone } = useAdsApp()
  const view = reportViewOf(useSearchParams()[0])
  const navigate = useNavigate()
  const metrics = useQuery({
    ...adsQueries.metrics(appId, campaign.id, view),
    placeholderData: (before) => before,
  })
  const { data } = metrics
  return (
    <section aria-labelledby="figures" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="figures" className="font-semibold">
            Figures
          </h3>
          {data?.start_date && data.end_date && (
            <p className="caption">
              {formatDay(data.start_date)} to {formatDay(data.end_date)}, days of {zone}
            </p>
          )}
        </div>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <RangeFilter
            zone={zone}
            view={view}
            onChange={(next) => void navigate(paths.adCampaign(workspaceId, appId, campaign.id, next))}
          />
        </div>
      </div>
      {metrics.error ? (
        <PartFailure
          error={metrics.error}
          onRetry={() => void metrics.refetch()}
          isRetrying={metrics.isFetching}
        />
      ) : data ? (
        <div className={metrics.isPlaceholderData ? 'opacity-60' : ''}>
          <FigureChart currency={currency} totals={data.totals} days={everyDay(data)} />
          {!data.start_date && (
            <p className="text-ink-2">These days have not begun: the range ends yesterday.</p>
          )}
        </div>
      ) : (
        <PartLoading what="figures" />
      )}
    </section>
  )
}
