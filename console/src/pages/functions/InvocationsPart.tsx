import type { FunctionInvocation } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { functionsPaths, type InvocationsView } from '../../functions-paths.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { RefreshButton } from '../../layout/RefreshButton.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDraft } from './function-draft.ts'
import { failureWords, toneOf } from './invocation-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return load(request, functionsQueries.invocations(app_id, name, view))
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { canEdit } = useDraft()
  const [view, show] = useView(viewOf, (next) => functionsPaths.invocations(workspaceId, app_id, name, next))
  const { data: page } = useSuspenseQuery(functionsQueries.invocations(app_id, name, view))
  const filter = (change: InvocationsView) => show(change, { replace: true })
  const columns = useMemo(
    () =>
      invocationColumns(
        canEdit ? (request) => paths.functionLogs(workspaceId, app_id, name, { request }) : null,
      ),
    [canEdit, workspaceId, app_id, name],
  )
  const refreshButton = <RefreshButton areas={['functions']} size="sm" />

  if (page.items.length === 0 && view.failed === undefined && !view.cursor) {
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
      <Toolbar label={words.filterCalls}>
        <div className="flex h-9 items-center">
          <Switch
            label={words.onlyFailed}
            isSelected={view.failed === 'on'}
            onChange={(isOn) => filter({ failed: isOn ? 'on' : undefined })}
          />
        </div>
      </Toolbar>
      <FilteredTable
        label={words.invocations}
        columns={columns}
        page={page}
        nouns={['call', 'calls']}
        rowName={({ request_id }) => request_id}
        onClear={() => filter({ failed: undefined })}
      >
        {words.noneThatIsKept}
      </FilteredTable>
    </>
  )
}

function viewOf(search: URLSearchParams): InvocationsView {
  return {
    failed: search.get('failed') === 'on' ? 'on' : undefined,
    cursor: search.get('cursor') ?? undefined,
  }
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
