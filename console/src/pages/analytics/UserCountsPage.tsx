import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router'
import { analyticsQueries, type UserCount } from '../../analytics-queries.ts'
import { load } from '../../api.ts'
import { DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Select } from '../../ui/Select.tsx'
import { CountTiles } from './CountTiles.tsx'
import { formatCount, formatCountShort, SPANS, spanOf } from './event-view.ts'
import { SendEvents } from './SendEvents.tsx'
import { USER_COUNTS } from './user-counts.ts'
import { words } from './words.ts'

/** A history of counts has one a day. */
const HISTORY_SPANS = SPANS.filter(({ id }) => id !== '1')

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, analyticsQueries.users(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { data } = useSuspenseQuery(analyticsQueries.users(app_id))
  const [count, setCount] = useState<UserCount>('active_users')
  const isEmpty = data.degraded.size === 0 && Object.values(data.counts).every((value) => value === 0)
  return (
    <>
      <PartHeading title={words.users}>{words.everybodyCountsOnceBy}</PartHeading>
      <div className="space-y-6 px-5 sm:px-8">
        <CountTiles counts={data.counts} degraded={data.degraded} value={count} onChange={setCount} />
        <History count={count} />
        {isEmpty && <SendEvents appId={app_id} title={words.noUserWasSeen} />}
      </div>
    </>
  )
}

function History({ count }: { count: UserCount }) {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const asked = spanOf(useSearchParams()[0].get('days'))
  const days = asked === '1' ? '30' : asked
  const history = useQuery({
    ...analyticsQueries.history(app_id, Number(days)),
    placeholderData: (before) => before,
  })
  const label = USER_COUNTS.find(({ id }) => id === count)?.label ?? ''
  if (history.error) {
    return (
      <PartFailure
        error={history.error}
        onRetry={() => void history.refetch()}
        isRetrying={history.isFetching}
      />
    )
  }
  if (!history.data) return <PartLoading what="history" />
  return (
    <section aria-label={words.overTime}>
      <div className="mb-4 flex justify-end">
        <Select
          label={words.days}
          isLabelHidden
          options={HISTORY_SPANS}
          value={days}
          onChange={(key) =>
            void navigate(paths.analytics(workspaceId, app_id, { days: String(key) }), { replace: true })
          }
          className="w-full sm:w-44"
        />
      </div>
      {history.data.length === 0 ? (
        <p className="text-ink-2">{words.theCountsAreNoted}</p>
      ) : (
        <DayChart
          title={fill(words.labelByDay, { label })}
          points={history.data.map(({ taken_at }) => dayPoint(taken_at.slice(0, 10)))}
          series={[{ id: count, label, values: history.data.map((row) => row[count]) }]}
          format={formatCount}
          formatAxis={formatCountShort}
          smallestStep={1}
        />
      )}
    </section>
  )
}
