import type { AnswerOf, Operations } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { analyticsQueries } from '../../analytics-queries.ts'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import type { EventsView } from '../../paths.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

type AnalyticsEvent = AnswerOf<Operations['events']['query']>['items'][number]

/** The events themselves, newest first. */
export function EventList({ view }: { view: EventsView }) {
  const { app_id = '' } = useParams()
  const events = useQuery({
    ...analyticsQueries.events(app_id, view),
    placeholderData: (before) => before,
  })
  const pages = useCursorPages(events.data?.next_cursor ?? null)
  if (events.error) {
    return (
      <div className="px-5 sm:px-8">
        <PartFailure
          error={events.error}
          onRetry={() => void events.refetch()}
          isRetrying={events.isFetching}
        />
      </div>
    )
  }
  if (!events.data || events.data.items.length === 0) return null
  const rows = events.data.items.map((event, place) => ({ ...event, place }))
  return (
    <section aria-labelledby="newest" className={events.isPlaceholderData ? 'opacity-60' : ''}>
      <h3 id="newest" className="border-t border-line px-5 pt-5 pb-2 font-semibold sm:px-8">
        {words.newest}
      </h3>
      <DataTable
        label={words.events}
        columns={COLUMNS}
        rows={rows}
        rowId={({ place, timestamp }) => `${timestamp} ${place}`}
        rowName={({ event_name, timestamp }) =>
          fill(words.eventNameAtTimestamp, { eventName: event_name, timestamp })
        }
        detail={({ place: _, ...event }) => <EventDetail event={event} />}
      />
      <Pager {...pages} count={rows.length} noun={rows.length === 1 ? 'event' : 'events'} />
    </section>
  )
}

function EventDetail({ event }: { event: AnalyticsEvent }) {
  return (
    <pre className="max-h-72 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap break-all text-ink-2">
      {JSON.stringify(event, null, 2)}
    </pre>
  )
}

const column = columnsOf<AnalyticsEvent & { place: number }>()

const COLUMNS = column.columns([
  column.accessor('event_name', {
    header: words.event,
    meta: { isRowHeader: true, className: 'w-full max-w-0 @2xl:w-[28%]' },
    cell: ({ row: { original } }) => (
      <>
        <p className="truncate font-mono text-sm">{original.event_name}</p>
        <p className="truncate text-xs text-ink-3 @2xl:hidden">{original.user_id ?? words.nobodySignedIn}</p>
      </>
    ),
  }),
  column.accessor('user_id', {
    header: words.user,
    meta: { className: 'hidden w-[26%] max-w-0 text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ getValue }) => <p className="truncate">{getValue() ?? words.nobodySignedIn}</p>,
  }),
  column.accessor('page_url', {
    header: words.page,
    meta: { className: 'hidden w-[26%] max-w-0 text-sm text-ink-2 @4xl:table-cell' },
    cell: ({ getValue }) => <p className="truncate">{getValue()}</p>,
  }),
  column.accessor('timestamp', {
    header: words.when,
    meta: { className: 'w-36 text-end text-sm whitespace-nowrap text-ink-2' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])
