import type { AdCampaign } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { adsQueries } from '../../ads-queries.ts'
import { paths } from '../../paths.ts'
import { useView } from '../../table/use-view.ts'
import { everyDay } from './every-day.ts'
import { FigureChart } from './FigureChart.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import { reportViewOf } from './report-range.ts'
import { useAdsApp } from './use-ads-app.ts'

/** What a campaign cost and brought, day by day. */
export function CampaignFigures({ campaign }: { campaign: AdCampaign }) {
  const { appId, workspaceId, currency } = useAdsApp()
  const [view, show] = useView(reportViewOf, (next) =>
    paths.adCampaign(workspaceId, appId, campaign.id, next),
  )
  const metrics = useQuery({
    ...adsQueries.metrics(appId, campaign.id, view),
    placeholderData: (before) => before,
  })
  return (
    <FiguresPart report={metrics} onRange={({ range, from, to }) => show({ range, from, to })}>
      {(data) => <FigureChart currency={currency} totals={data.totals} days={everyDay(data)} />}
    </FiguresPart>
  )
}
