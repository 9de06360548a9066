import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Film } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths, TEST_STATUSES, type TestRunsView } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { testsQueries } from '../../tests-queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { testRunColumns } from './test-run-columns.tsx'
import { isOpenRun, RUN_LOOKS } from './test-run-words.ts'
import { words } from './words.ts'

const OPEN_RUNS_MS = 4_000
const STATUSES = TEST_STATUSES.map((id) => ({ id, label: RUN_LOOKS[id].label }))

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, testsQueries.runs(app_id, viewOf(new URL(request.url).searchParams)))
}

/** The runs of all tests of an app, also of those that were deleted. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.testRuns(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery({
    ...testsQueries.runs(app_id, view),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ status }) => isOpenRun(status)) ? OPEN_RUNS_MS : false,
  })
  const columns = useMemo(
    () =>
      testRunColumns({
        pathOf: (id) => paths.testRun(workspaceId, app_id, id),
        flowPathOf: (flow) => paths.testRuns(workspaceId, app_id, { flow }),
      }),
    [workspaceId, app_id],
  )
  const isFiltered = view.status !== undefined || view.flow !== undefined
  return (
    <>
      <div className="px-5 pt-5 pb-4 sm:px-8">
        <h2 className="text-lg font-semibold tracking-tight">{words.runsOfTests}</h2>
      </div>
      {page.items.length === 0 && !isFiltered && !view.cursor ? (
        <EmptyState icon={Film} title={words.noRunsYet}>
          {words.everyRunOfA}
        </EmptyState>
      ) : (
        <>
          <Toolbar label={words.filterRuns}>
            <FlowFilter
              appId={app_id}
              value={view.flow}
              nameIfDeleted={page.items.find(({ flow_id }) => flow_id === view.flow)?.flow_name}
              onChange={(flow) => show({ flow })}
            />
            <ChoiceFilter
              label={words.result}
              every={words.everyResult}
              options={STATUSES}
              value={view.status}
              onChange={(status) => show({ status })}
            />
          </Toolbar>
          <FilteredTable
            label={words.runsOfTests}
            columns={columns}
            page={page}
            nouns={['run', 'runs']}
            rowName={({ flow_name }) => flow_name}
            onClear={() => show({ status: undefined, flow: undefined })}
          >
            {words.noneThatIsKept}
          </FilteredTable>
        </>
      )}
    </>
  )
}

interface FlowFilterProps {
  appId: string
  value: string | undefined
  nameIfDeleted: string | undefined
  onChange: (flow: string | undefined) => void
}

function FlowFilter({ appId, value, nameIfDeleted, onChange }: FlowFilterProps) {
  const { data: flows = [] } = useQuery(testsQueries.names(appId))
  const isKnown = value === undefined || flows.some(({ id }) => id === value)
  const options = [
    ...(isKnown ? [] : [{ id: value, label: nameIfDeleted ?? 'A test' }]),
    ...flows.map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <ChoiceFilter
      label={words.test}
      every={words.allTests}
      options={options}
      value={value}
      onChange={onChange}
      className="w-full sm:w-64"
    />
  )
}

function viewOf(search: URLSearchParams): TestRunsView {
  return {
    flow: search.get('flow') ?? undefined,
    status: TEST_STATUSES.find((known) => known === search.get('status')),
    cursor: search.get('cursor') ?? undefined,
  }
}
