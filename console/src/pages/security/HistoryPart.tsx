import { type PastScan, SEVERITIES } from '@atrium/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { scansQueries } from '../../scans-queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { SeverityTrend } from './SeverityTrend.tsx'
import { SEVERITY_WORDS, STARTED_BY } from './scan-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return loadForEditors(request, app_id, scansQueries.history(app_id, cursor))
}

export function Component() {
  const { app_id = '' } = useParams()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(scansQueries.history(app_id, cursor))
  const trend = useQuery(scansQueries.trend(app_id))
  const pages = useCursorPages(page.next_cursor)
  if (page.items.length === 0 && !cursor)
    return (
      <EmptyState icon={History} title={words.noScansYet}>
        {words.eachScanLeavesA}
      </EmptyState>
    )
  return (
    <>
      <PartHeading title={words.history}>{words.whatEachScanFound}</PartHeading>
      <div className="px-5 pb-6 sm:px-8">
        {trend.error ? (
          <PartFailure
            error={trend.error}
            onRetry={() => void trend.refetch()}
            isRetrying={trend.isFetching}
          />
        ) : (
          trend.data && trend.data.length > 1 && <SeverityTrend scans={trend.data} />
        )}
      </div>
      <DataTable
        label={words.scans}
        columns={COLUMNS}
        rows={page.items}
        rowId={({ id }) => id}
        rowName={({ completed_at }) => completed_at}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'scan' : 'scans'} />
    </>
  )
}

const column = columnsOf<PastScan>()

const COLUMNS = column.columns([
  column.accessor('completed_at', {
    header: words.scan,
    meta: { isRowHeader: true, className: 'w-32' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
  column.accessor('counts', {
    header: words.found,
    meta: { className: 'whitespace-normal' },
    cell: ({ row: { original } }) =>
      original.status === 'failed' ? <Failed error={original.error} /> : <Counts counts={original.counts} />,
  }),
  column.accessor('new_count', {
    header: words.new,
    meta: { className: 'w-16 text-end text-sm tabular-nums' },
    cell: ({ row: { original } }) => (original.status === 'failed' ? '–' : original.new_count),
  }),
  column.accessor('fixed_count', {
    header: words.fixed,
    meta: { className: 'w-16 text-end text-sm tabular-nums' },
    cell: ({ row: { original } }) => (original.status === 'failed' ? '–' : original.fixed_count),
  }),
  column.accessor('started_by', {
    header: words.startedBy,
    meta: { className: 'hidden w-32 text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ getValue }) => STARTED_BY[getValue()],
  }),
])

function Failed({ error }: { error: string | null }) {
  return (
    <span className="break-words text-danger">
      {words.failed}
      {error && <span className="text-sm text-ink-2">: {error}</span>}
    </span>
  )
}

function Counts({ counts }: Pick<PastScan, 'counts'>) {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0)
  if (found.length === 0) return <span className="text-sm text-ink-3">{words.nothing}</span>
  return (
    <span className="flex flex-wrap gap-1">
      {found.map((severity) => (
        <Badge key={severity} tone={SEVERITY_WORDS[severity].tone}>
          {counts[severity]} {SEVERITY_WORDS[severity].label.toLowerCase()}
        </Badge>
      ))}
    </span>
  )
}
