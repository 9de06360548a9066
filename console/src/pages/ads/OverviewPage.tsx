import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Megaphone, Rocket } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { load } from '../../api.ts'
import { formatDay } from '../../days.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { type AdReportView, paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AccountPart } from './AccountPart.tsx'
import { FigureChart } from './FigureChart.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { Readiness } from './Readiness.tsx'
import { reportViewOf } from './report-range.ts'
import { useAdsApp } from './use-ads-app.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, adsQueries.readiness(app_id), adsQueries.account(app_id), adsQueries.billing(app_id))
}

export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const { data: account } = useSuspenseQuery(adsQueries.account(appId))
  const navigate = useNavigate()
  const launch = (
    <Button look="primary" icon={Rocket} onPress={() => void navigate(paths.adLaunch(workspaceId, appId))}>
      Launch a campaign
    </Button>
  )
  return (
    <>
      <PartHeading title="Advertising" actions={launch}>
        What the ads of this app cost and bring.
      </PartHeading>
      <Readiness />
      {account ? (
        <>
          <Dashboard />
          <AccountPart account={account} />
        </>
      ) : (
        <EmptyState icon={Megaphone} title="No advertising yet" action={launch}>
          The first launch opens an advertising account for this app. Its figures appear here.
        </EmptyState>
      )}
    </>
  )
}

function Dashboard() {
  const { appId, workspaceId, currency, zone } = useAdsApp()
  const view = reportViewOf(useSearchParams()[0])
  const navigate = useNavigate()
  const dashboard = useQuery({
    ...adsQueries.dashboard(appId, view),
    placeholderData: (before) => before,
  })
  const { data } = dashboard
  return (
    <section aria-labelledby="figures" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="figures" className="font-semibold">
            Figures
          </h3>
          {data?.start_date && data.end_date && (
            <p className="caption">
              {formatDay(data.start_date)} to {formatDay(data.end_date)}, days of {zone}
              {data.previous_start_date && data.previous_end_date && (
                <>
                  . Changes against {formatDay(data.previous_start_date)} to{' '}
                  {formatDay(data.previous_end_date)}
                </>
              )}
            </p>
          )}
        </div>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <RangeFilter
            zone={zone}
            view={view}
            onChange={(next: AdReportView) => void navigate(paths.ads(workspaceId, appId, next))}
          />
        </div>
      </div>
      {dashboard.error ? (
        <PartFailure
          error={dashboard.error}
          onRetry={() => void dashboard.refetch()}
          isRetrying={dashboard.isFetching}
        />
      ) : data ? (
        <div className={dashboard.isPlaceholderData ? 'opacity-60' : ''}>
          <FigureChart
            currency={data.currency_code ?? currency}
            totals={{
              cost_micros: data.cost_micros.value,
              clicks: data.clicks.value,
              impressions: data.impressions.value,
              conversions: data.conversions.value,
            }}
            changes={{
              cost_micros: data.cost_micros.change,
              clicks: data.clicks.change,
              impressions: data.impressions.change,
              conversions: data.conversions.change,
            }}
            days={data.by_day}
          />
          {data.by_day.length === 0 && (
            <p className="text-ink-2">These days have not begun: the range ends yesterday.</p>
          )}
        </div>
      ) : (
        <PartLoading what="figures" />
      )}
    </section>
  )
}
