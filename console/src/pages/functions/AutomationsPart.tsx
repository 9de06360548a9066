import type { AutomationRun } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarClock, DatabaseZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { AUTOMATION_RUN_STATUSES, type AutomationRunsView, functionsPaths } from '../../functions-paths.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeAutomation, RUN_STATUSES } from './automation-words.ts'
import { useDraft } from './function-draft.ts'
import { words } from './words.ts'

const OPEN_RUNS_MS = 3_000
const STATUSES = AUTOMATION_RUN_STATUSES.map((id) => ({ id, label: RUN_STATUSES[id].label }))

export function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  return load(request, functionsQueries.runs(app_id, name, viewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { deployed, canEdit } = useDraft()
  const [view, show] = useView(viewOf, (next) => functionsPaths.automations(workspaceId, app_id, name, next))
  const { data: page } = useSuspenseQuery({
    ...functionsQueries.runs(app_id, name, view),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isOpen) ? OPEN_RUNS_MS : false),
  })
  const { automations } = deployed
  const hasNoRuns = page.items.length === 0 && view.status === undefined && !view.cursor

  if (automations.length === 0 && hasNoRuns) {
    return (
      <EmptyState icon={CalendarClock} title={words.nothingRunsThisFunction}>
        {words.anAutomationRunsA}
        {canEdit && words.declareItInFunction}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={words.automations} className="space-y-2 px-5 py-5 sm:px-8">
        {automations.length === 0 && <li className="text-ink-2">{words.nothingRunsThisFunctionBy}</li>}
        {automations.map((automation) => {
          const Icon = automation.type === 'schedule' ? CalendarClock : DatabaseZap
          const name = describeAutomation(automation)
          return (
            <li key={JSON.stringify(automation)} className="flex items-start gap-2.5">
              <Icon aria-hidden className="mt-0.75 size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 break-words">{name}</span>
            </li>
          )
        })}
      </ul>
      <h3 className="border-t border-line px-5 pt-5 pb-2 text-base font-semibold sm:px-8">
        {words.lastRuns}
      </h3>
      {hasNoRuns ? (
        <p className="px-5 pb-8 text-ink-2 sm:px-8">{words.noneInTheLast}</p>
      ) : (
        <>
          <Toolbar label={words.filterRuns}>
            <ChoiceFilter
              label={words.status}
              every={words.everyStatus}
              options={STATUSES}
              value={view.status}
              onChange={(status) => show({ status }, { replace: true })}
            />
          </Toolbar>
          <FilteredTable
            label={words.runs}
            columns={COLUMNS}
            page={page}
            nouns={['run', 'runs']}
            rowName={({ id }) => id}
            detail={(run) => <RunDetail run={run} />}
            onClear={() => show({ status: undefined }, { replace: true })}
          >
            {words.noneThatIsKept}
          </FilteredTable>
        </>
      )}
    </>
  )
}

function viewOf(search: URLSearchParams): AutomationRunsView {
  return {
    status: AUTOMATION_RUN_STATUSES.find((known) => known === search.get('status')),
    cursor: search.get('cursor') ?? undefined,
  }
}

const isOpen = ({ status }: AutomationRun) => status === 'queued' || status === 'running'

const column = columnsOf<AutomationRun>()

const COLUMNS = column.columns([
  column.accessor('status', {
    header: words.status,
    meta: { isRowHeader: true, className: 'w-full max-w-0 @3xl:w-[40%]' },
    cell: ({ row: { original } }) => (
      <>
        <StatusDot tone={RUN_STATUSES[original.status].tone}>{RUN_STATUSES[original.status].label}</StatusDot>
        {original.error && <p className="truncate text-xs text-danger">{original.error}</p>}
      </>
    ),
  }),
  column.accessor('automation', {
    header: words.why,
    meta: { className: 'hidden max-w-0 w-[40%] text-sm text-ink-2 @3xl:table-cell' },
    cell: ({ row: { original } }) => describeAutomation(original.automation),
  }),
  column.accessor('attempts', {
    header: words.attempts,
    meta: { className: 'hidden text-sm text-ink-2 tabular-nums @xl:table-cell' },
  }),
  column.accessor('created_date', {
    header: words.when,
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])

function RunDetail({ run }: { run: AutomationRun }) {
  const { automation, event, record_id, started_at, ended_at, attempts, error } = run
  return (
    <div className="space-y-2 text-sm">
      <p>{describeAutomation(automation)}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-ink-2">
        {event && <Fact name="Event">{event}</Fact>}
        {record_id && <Fact name="Record">{record_id}</Fact>}
        <Fact name="Attempts">{String(attempts)}</Fact>
        <Fact name="Started">
          <Time at={started_at} otherwise={words.notYet} />
        </Fact>
        <Fact name="Ended">
          <Time at={ended_at} otherwise={words.notYet} />
        </Fact>
      </dl>
      {error && <p className="break-words whitespace-pre-wrap text-danger">{error}</p>}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="break-all">{children}</dd>
    </div>
  )
}
