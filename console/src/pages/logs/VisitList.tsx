import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import type { AppLogsView } from '../../logs-paths.ts'
import { logsQueries } from '../../logs-queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Time } from '../../ui/Time.tsx'
import type { AppVisit } from './logs-view.ts'
import { words } from './words.ts'

interface VisitListProps {
  view: AppLogsView
  onPerson: (userId: string) => void
}

/** The visits themselves, newest first; what one person repeats within a minute is one row. */
export function VisitList({ view, onPerson }: VisitListProps) {
  const { app_id = '' } = useParams()
  const visits = useQuery({ ...logsQueries.visits(app_id, view), placeholderData: (before) => before })
  const pages = useCursorPages(visits.data?.next_cursor ?? null)
  const columns = useMemo(() => visitColumns(onPerson), [onPerson])
  if (visits.data) {
    const { items } = visits.data
    const person = view.user && items.find(({ user_id }) => user_id === view.user)?.user_email
    return (
      <section aria-label={words.visits} className={visits.isPlaceholderData ? 'opacity-60' : ''}>
        {view.user !== undefined && (
          <p className="px-5 pb-3 text-sm text-ink-2 sm:px-8">
            {fillWith(words.visitsOfPersonOnly, { person: person || view.user })}
          </p>
        )}
        {items.length === 0 ? (
          <p className="px-5 py-4 text-ink-2 sm:px-8">{words.noVisitsThatFit}</p>
        ) : (
          <DataTable
            label={words.visits}
            columns={columns}
            rows={items}
            rowId={({ id }) => id}
            rowName={({ page }) => page}
          />
        )}
        <Pager {...pages} count={items.length} noun={items.length === 1 ? 'row' : 'rows'} />
      </section>
    )
  }
  return (
    <div className="px-5 sm:px-8">
      {visits.error ? (
        <PartFailure
          error={visits.error}
          onRetry={() => void visits.refetch()}
          isRetrying={visits.isFetching}
        />
      ) : (
        <PartLoading what={words.theVisits} />
      )}
    </div>
  )
}

const column = columnsOf<AppVisit>()

function visitColumns(onPerson: (userId: string) => void) {
  return column.columns([
    column.accessor('page', {
      header: words.page,
      meta: { isRowHeader: true },
      cell: ({ getValue }) => <p className="truncate">{getValue()}</p>,
    }),
    column.accessor('user_email', {
      header: words.person,
      meta: { className: 'text-sm text-ink-2' },
      cell: ({ row: { original } }) => <Person visit={original} onPerson={onPerson} />,
    }),
    column.accessor('visits', {
      header: words.times,
      meta: { className: 'hidden w-24 text-end text-sm tabular-nums @xl:table-cell' },
    }),
    column.accessor('created_date', {
      header: words.when,
      meta: { className: 'w-32 text-end text-sm text-ink-2 @xl:w-40' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}

function Person({ visit, onPerson }: { visit: AppVisit; onPerson: (userId: string) => void }) {
  const { user_id, user_email } = visit
  if (user_id === null) return <span className="text-ink-3">{words.nobodySignedIn}</span>
  const name = user_email ?? user_id
  return (
    <button
      type="button"
      aria-label={fill(words.onlyVisitsOfName, { name })}
      onClick={() => onPerson(user_id)}
      className="block max-w-full truncate rounded-sm hover:text-accent hover:underline"
    >
      {name}
    </button>
  )
}
