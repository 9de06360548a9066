import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Megaphone, Rocket } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { formatDay } from '../../days.ts'
import { loadForEditors } from '../../editors-only.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { paths } from '../../paths.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AccountPart } from './AccountPart.tsx'
import { FigureChart } from './FigureChart.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import type { Figure } from './figure-words.ts'
import { Readiness } from './Readiness.tsx'
import { reportViewOf } from './report-range.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(
    request,
    app_id,
    adsQueries.readiness(app_id),
    adsQueries.account(app_id),
    adsQueries.billing(app_id),
  )
}

export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const { data: account } = useSuspenseQuery(adsQueries.account(appId))
  const navigate = useNavigate()
  const launch = (
    <Button look="primary" icon={Rocket} onPress={() => void navigate(paths.adLaunch(workspaceId, appId))}>
      {words.launchACampaign}
    </Button>
  )
  return (
    <>
      <PartHeading title={words.advertising} actions={launch}>
        {words.whatTheAdsOf}
      </PartHeading>
      <Readiness />
      {account ? (
        <>
          <Dashboard />
          <AccountPart account={account} />
        </>
      ) : (
        <EmptyState icon={Megaphone} title={words.noAdvertisingYet} action={launch}>
          {words.theFirstLaunchOpens}
        </EmptyState>
      )}
    </>
  )
}

function Dashboard() {
  const { appId, workspaceId, currency } = useAdsApp()
  const [view, show] = useView(reportViewOf, (next) => paths.ads(workspaceId, appId, next))
  const dashboard = useQuery({
    ...adsQueries.dashboard(appId, view),
    placeholderData: (before) => before,
  })
  return (
    <FiguresPart
      report={dashboard}
      onRange={({ range, from, to }) => show({ range, from, to })}
      more={({ previous_start_date, previous_end_date }) =>
        previous_start_date &&
        previous_end_date &&
        `. Changes against ${formatDay(previous_start_date)} to ${formatDay(previous_end_date)}`
      }
    >
      {(data) => (
        <FigureChart
          currency={data.currency_code ?? currency}
          totals={figuresOf(data, 'value')}
          changes={figuresOf(data, 'change')}
          days={data.by_day}
        />
      )}
    </FiguresPart>
  )
}

type Compared = Record<Figure, { value: number; change: number | null }>

function figuresOf<Part extends 'value' | 'change'>(data: Compared, part: Part) {
  return {
    cost_micros: data.cost_micros[part],
    clicks: data.clicks[part],
    impressions: data.impressions[part],
    conversions: data.conversions[part],
  }
}
