import type { FunctionInvocation } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Activity, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { load, refresh } from '../../api.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDraft } from './function-draft.ts'
import { failureWords, toneOf } from './invocation-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return load(request, functionsQueries.invocations(app_id, name, cursor))
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { canEdit } = useDraft()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(functionsQueries.invocations(app_id, name, cursor))
  const pages = useCursorPages(page.next_cursor)
  const columns = useMemo(
    () =>
      invocationColumns(
        canEdit ? (request) => paths.functionLogs(workspaceId, app_id, name, { request }) : null,
      ),
    [canEdit, workspaceId, app_id, name],
  )
  const again = useRequest({ run: () => refresh('functions'), failure: toastFailure })
  const refreshButton = (
    <Button size="sm" icon={RefreshCw} isPending={again.isPending} onPress={() => again.mutate()}>
      {words.refresh}
    </Button>
  )

  if (page.items.length === 0) {
    return (
      <EmptyState icon={Activity} title={words.noCallsYet} action={refreshButton}>
        {words.everyCallOfThis}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 sm:px-8">
        <p className="text-ink-2">{words.theCallsOfThe}</p>
        {refreshButton}
      </div>
      <DataTable
        label={words.invocations}
        columns={columns}
        rows={page.items}
        rowId={({ id }) => id}
        rowName={({ request_id }) => request_id}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'call' : 'calls'} />
    </>
  )
}

const column = columnsOf<FunctionInvocation>()

function invocationColumns(logsOf: ((requestId: string) => string) | null) {
  return column.columns([
    column.accessor('status', {
      header: words.status,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <StatusDot tone={toneOf(original.status, original.error_code)}>{String(original.status)}</StatusDot>
          {original.error_code && (
            <span className="block truncate text-xs text-danger">
              {fillWith(words.failedErrorCode, { errorCode: failureWords(original.error_code) })}
            </span>
          )}
        </>
      ),
    }),
    column.accessor('duration_ms', {
      header: words.duration,
      meta: { className: 'w-28 text-end text-sm text-ink-2 tabular-nums' },
      cell: ({ getValue }) => fill(words.getValueMs, { getValue: getValue().toLocaleString('en') }),
    }),
    column.accessor('trigger', {
      header: words.by,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @xl:table-cell' },
      cell: ({ row: { original } }) =>
        original.trigger === 'automation' ? words.automation : original.method,
    }),
    column.accessor('started_at', {
      header: words.started,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('request_id', {
      header: words.request,
      meta: { className: logsOf ? 'w-28 @4xl:w-80' : 'hidden w-80 @4xl:table-cell' },
      cell: ({ getValue }) => (
        <span className="flex items-center gap-3 text-sm">
          <span className="hidden truncate font-mono text-xs text-ink-3 @4xl:inline">{getValue()}</span>
          {logsOf && (
            <Link
              to={logsOf(getValue())}
              aria-label={fill(words.logsOfGetValue, { getValue: getValue() })}
              className="text-accent hover:underline"
            >
              {words.logs}
            </Link>
          )}
        </span>
      ),
    }),
  ])
}
