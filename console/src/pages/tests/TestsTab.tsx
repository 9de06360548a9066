import type { FlowSummary } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleDot, FlaskConical, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { NameFilter } from '../../table/NameFilter.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { useView } from '../../table/use-view.ts'
import { testsQueries } from '../../tests-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isOpenRun } from '../test-runs/test-run-words.ts'
import { DeleteTest } from './DeleteTest.tsx'
import { RecordTest } from './RecordTest.tsx'
import { RunTest } from './RunTest.tsx'
import { testColumns } from './test-columns.tsx'
import { words } from './words.ts'

const OPEN_RUNS_MS = 4_000

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(
    request,
    queries.app(app_id),
    testsQueries.list(app_id, namedViewOf(new URL(request.url).searchParams)),
  )
}

/** The tests of an app, each with how it did last. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const [view, show] = useView(namedViewOf, (next) => paths.tests(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery({
    ...testsQueries.list(app_id, view),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ last_run }) => last_run && isOpenRun(last_run.status)) ? OPEN_RUNS_MS : false,
  })
  const [deleted, setDeleted] = useState<FlowSummary | null>(null)
  const [isRecording, setRecording] = useState(false)
  const canEdit = canEditApp(app)
  const columns = useMemo(
    () =>
      testColumns({
        pathOf: (id) => paths.test(workspaceId, app_id, id),
        runPathOf: (id) => paths.testRun(workspaceId, app_id, id),
        runsPathOf: (flow) => paths.testRuns(workspaceId, app_id, { flow }),
        acts: canEdit
          ? { runButton: (flow) => <RunTest appId={app_id} flow={flow} />, onDelete: setDeleted }
          : null,
      }),
    [workspaceId, app_id, canEdit],
  )
  const buttons = canEdit && (
    <>
      <Button icon={CircleDot} onPress={() => setRecording(true)}>
        {words.record}
      </Button>
      <Button look="primary" icon={Plus} onPress={() => void navigate(paths.newTest(workspaceId, app_id))}>
        {words.newTest}
      </Button>
    </>
  )
  return (
    <>
      {page.items.length === 0 && !view.cursor && !view.search ? (
        <EmptyState icon={FlaskConical} title={words.noTestsYet} action={buttons}>
          {fillWith(words.aTestUsesThe, {
            link: (
              <Link
                to={paths.testRuns(workspaceId, app_id)}
                className="text-accent underline underline-offset-2"
              >
                {words.pastRuns}
              </Link>
            ),
          })}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 sm:px-8">
            <p className="text-ink-2">
              {fillWith(words.whatMustKeepWorking, {
                link: (
                  <Link
                    to={paths.testRuns(workspaceId, app_id)}
                    className="text-accent underline underline-offset-2"
                  >
                    {words.allRuns}
                  </Link>
                ),
              })}
            </p>
            <div className="flex flex-wrap gap-2">{buttons}</div>
          </div>
          <NameFilter
            what="tests"
            value={view.search}
            onChange={(search) => show({ search }, { replace: true })}
          />
          <FilteredTable
            label={words.tests}
            columns={columns}
            page={page}
            nouns={['test', 'tests']}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            {fillWith(words.noNameContainsSearch, { search: view.search })}
          </FilteredTable>
        </>
      )}
      {deleted && <DeleteTest appId={app_id} flow={deleted} onClose={() => setDeleted(null)} />}
      {isRecording && <RecordTest appId={app_id} onClose={() => setRecording(false)} />}
    </>
  )
}
