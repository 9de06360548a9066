import { CALLS_KEPT_DAYS, type Connection } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { connectorsQueries } from '../../connectors-queries.ts'
import { loadForEditors } from '../../editors-only.ts'
import { fillWith } from '../../language/fill.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { RefreshButton } from '../../layout/RefreshButton.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type ConnectorCallsView, paths } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { CallDetail } from './CallDetail.tsx'
import { CALL_COLUMNS } from './call-columns.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(
    request,
    app_id,
    connectorsQueries.connections(app_id),
    connectorsQueries.calls(app_id, viewOf(new URL(request.url).searchParams)),
  )
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.connectorCalls(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery(connectorsQueries.calls(app_id, view))
  const { data: connections } = useSuspenseQuery(connectorsQueries.connections(app_id))
  const { connector, failed } = view
  const isFiltered = connector !== undefined || failed !== undefined
  const filter = (change: ConnectorCallsView) => show(change, { replace: true })
  if (page.items.length === 0 && !isFiltered && !view.cursor)
    return (
      <EmptyState icon={ArrowLeftRight} title={words.noCallsYet}>
        {fillWith(words.everyCallOfA, { callsKeptDays: CALLS_KEPT_DAYS })}
      </EmptyState>
    )
  return (
    <>
      <PartHeading title={words.calls} actions={<RefreshButton areas={['connector-calls', 'connections']} />}>
        {fillWith(words.newestFirstKeptFor, { callsKeptDays: CALLS_KEPT_DAYS })}
      </PartHeading>
      <Toolbar label={words.filterCalls}>
        <ChoiceFilter
          label={words.service}
          every={words.everyService}
          options={servicesOf(connections, connector)}
          value={connector}
          onChange={(chosen) => filter({ connector: chosen })}
        />
        <div className="flex h-9 items-center">
          <Switch
            label={words.onlyFailed}
            isSelected={failed === 'on'}
            onChange={(isOn) => filter({ failed: isOn ? 'on' : undefined })}
          />
        </div>
      </Toolbar>
      <FilteredTable
        label={words.calls}
        columns={CALL_COLUMNS}
        page={page}
        nouns={['call', 'calls']}
        rowName={({ method, path, id }) => `${method} ${path} ${id}`}
        detail={(call) => <CallDetail call={call} />}
        onClear={() => filter({ connector: undefined, failed: undefined })}
      >
        {words.noneThatIsKept}
      </FilteredTable>
    </>
  )
}

/** Also the one that the address names, whose connection may be gone. */
function servicesOf(connections: readonly Connection[], chosen: string | undefined) {
  const known = connections.map(({ integration_type: id, display_name: label }) => ({ id, label }))
  const isKnown = chosen === undefined || known.some(({ id }) => id === chosen)
  return isKnown ? known : [...known, { id: chosen, label: chosen }]
}

function viewOf(search: URLSearchParams): ConnectorCallsView {
  return {
    connector: search.get('connector') ?? undefined,
    failed: search.get('failed') === 'on' ? 'on' : undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}

export function ErrorBoundary() {
  return <EditorsOnly>{words.theCallsShowWhat}</EditorsOnly>
}
