import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { analyticsQueries } from '../../analytics-queries.ts'
import { load } from '../../api.ts'
import { DayChart } from '../../chart/DayChart.tsx'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type EventsView, paths } from '../../paths.ts'
import { useView } from '../../table/use-view.ts'
import { EventFilters } from './EventFilters.tsx'
import { EventGroups } from './EventGroups.tsx'
import { EventList } from './EventList.tsx'
import {
  eventsViewOf,
  formatCount,
  formatCountShort,
  MEASURES,
  measureOf,
  needsProperty,
  seriesOf,
} from './event-view.ts'
import { SendEvents } from './SendEvents.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, analyticsQueries.names(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, showView] = useView(eventsViewOf, (next) => paths.events(workspaceId, app_id, next))
  const { data: names } = useSuspenseQuery(analyticsQueries.names(app_id))
  const show = (change: EventsView) => showView(change, { replace: true })
  return (
    <>
      <PartHeading title={words.events}>{words.whatHappenedInThe}</PartHeading>
      {names.length === 0 ? (
        <div className="px-5 sm:px-8">
          <SendEvents appId={app_id} title={words.nothingWasSentYet} />
        </div>
      ) : (
        <>
          <EventFilters names={names} view={view} onChange={show} />
          <div className="space-y-8 px-5 pb-6 sm:px-8">
            <Series view={view} />
            <EventGroups view={view} onChange={show} />
          </div>
          <EventList view={view} />
        </>
      )}
    </>
  )
}

function Series({ view }: { view: EventsView }) {
  const { app_id = '' } = useParams()
  const measure = measureOf(view.measure)
  const isAsked = !needsProperty(measure) || Boolean(view.property)
  const series = useQuery({
    ...analyticsQueries.series(app_id, view),
    placeholderData: (before) => before,
    enabled: isAsked,
  })
  if (!isAsked) return <p className="text-ink-2">{words.nameThePropertyWhose}</p>
  if (series.error) {
    return (
      <PartFailure
        error={series.error}
        onRetry={() => void series.refetch()}
        isRetrying={series.isFetching}
      />
    )
  }
  if (!series.data) return <PartLoading what="events" />
  const { points, values } = seriesOf(series.data, view)
  const { label } = MEASURES.find(({ id }) => id === measure) ?? MEASURES[0]
  const title = needsProperty(measure) ? label.replace(words.aProperty, view.property ?? '') : label
  const isHourly = points[0]?.key.includes('T')
  return (
    <div className={series.isPlaceholderData ? 'opacity-60' : ''}>
      <DayChart
        title={fill(words.titleByHour, { title, hour: isHourly ? 'hour' : 'day' })}
        points={points}
        series={[{ id: measure, label: title, values }]}
        format={formatCount}
        formatAxis={formatCountShort}
        smallestStep={needsProperty(measure) ? 0 : 1}
        pointName={isHourly ? words.hour : words.day}
      />
    </div>
  )
}
