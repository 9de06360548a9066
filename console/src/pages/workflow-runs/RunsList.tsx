import type { WorkflowRunSummary } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths, RUN_STATUSES, TRIGGER_TYPES, type WorkflowRunsView } from '../../paths.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { useView } from '../../table/use-view.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { workflowsQueries } from '../../workflows-queries.ts'
import { TRIGGERS } from '../workflows/trigger-words.ts'
import { WorkflowFilters } from '../workflows/WorkflowFilters.tsx'
import { describeLength, isOpenRun, RUN_LOOKS } from './run-words.ts'
import { words } from './words.ts'

const OPEN_RUNS_MS = 4_000
const STATUSES = RUN_STATUSES.map((id) => ({ id, label: RUN_LOOKS[id].label }))

interface RunsListProps {
  appId: string
  /** Null for the runs of all workflows. */
  workflowId: string | null
}

export function RunsList({ appId, workflowId }: RunsListProps) {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(runsViewOf, (next) =>
    workflowId === null
      ? paths.allRuns(workspaceId, appId, next)
      : paths.workflowRuns(workspaceId, appId, workflowId, next),
  )
  const { data: page } = useSuspenseQuery({
    ...workflowsQueries.runs(appId, workflowId, view),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ status }) => isOpenRun(status)) ? OPEN_RUNS_MS : false,
  })
  const columns = useMemo(
    () =>
      runColumns(
        (run) => paths.run(workspaceId, appId, run.workflow_id, run.id),
        workflowId === null ? words.withWorkflow : words.withoutWorkflow,
      ),
    [workspaceId, appId, workflowId],
  )
  const isFiltered = view.status !== undefined || view.trigger !== undefined
  if (page.items.length === 0 && !isFiltered && !view.cursor)
    return (
      <EmptyState icon={ListChecks} title={words.noRunsYet}>
        {words.everyTimeAWorkflow}
      </EmptyState>
    )
  return (
    <>
      <WorkflowFilters label={words.filterRuns} statuses={STATUSES} view={view} onChange={show} />
      <FilteredTable
        label={words.runs}
        columns={columns}
        page={page}
        nouns={['run', 'runs']}
        rowName={({ id }) => id}
        onClear={() => show({ status: undefined, trigger: undefined })}
      >
        {words.noneThatIsKept}
      </FilteredTable>
    </>
  )
}

export function runsViewOf(search: URLSearchParams): WorkflowRunsView {
  return {
    status: RUN_STATUSES.find((known) => known === search.get('status')),
    trigger: TRIGGER_TYPES.find((known) => known === search.get('trigger')),
    cursor: search.get('cursor') ?? undefined,
  }
}

const column = columnsOf<WorkflowRunSummary>()

function runColumns(pathOf: (run: WorkflowRunSummary) => string, kind: 'with workflow' | 'without workflow') {
  const status = column.accessor('status', {
    header: words.run,
    meta: { isRowHeader: true },
    cell: ({ row: { original } }) => (
      <>
        <span className="flex items-center gap-2">
          <Link to={pathOf(original)} className="font-medium hover:text-accent hover:underline">
            <StatusDot tone={RUN_LOOKS[original.status].tone}>{RUN_LOOKS[original.status].label}</StatusDot>
          </Link>
          {original.is_test_run && <Badge>{words.test}</Badge>}
          {original.replay_of_run_id !== null && <Badge>{words.replay}</Badge>}
        </span>
        {original.error && <p className="truncate text-xs text-danger">{original.error.message}</p>}
      </>
    ),
  })
  const workflow = column.accessor('workflow_name', {
    header: words.workflow,
    meta: { className: 'hidden w-[28%] text-sm text-ink-2 @2xl:table-cell' },
  })
  const others = column.columns([
    column.accessor('trigger_type', {
      header: words.trigger,
      meta: { className: 'hidden w-28 text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => TRIGGERS[getValue()].short,
    }),
    column.accessor('duration_ms', {
      header: words.duration,
      meta: { className: 'hidden w-28 text-end text-sm text-ink-2 tabular-nums @lg:table-cell' },
      cell: ({ getValue }) => {
        const ms = getValue()
        return ms === null ? '–' : describeLength(ms)
      },
    }),
    column.accessor('created_date', {
      header: words.started,
      meta: { className: 'w-32 text-sm text-ink-2' },
      cell: ({ row: { original } }) => <Time at={original.started_at ?? original.created_date} />,
    }),
  ])
  return kind === 'with workflow' ? [status, workflow, ...others] : [status, ...others]
}
