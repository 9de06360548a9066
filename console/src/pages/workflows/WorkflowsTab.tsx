import type { WorkflowSummary } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Workflow as WorkflowIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths, TRIGGER_TYPES, WORKFLOW_STATUSES, type WorkflowsView } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { workflowsQueries } from '../../workflows-queries.ts'
import { ArchiveWorkflow } from './ArchiveWorkflow.tsx'
import { CreateWorkflow } from './CreateWorkflow.tsx'
import { useTurnWorkflow } from './use-turn-workflow.ts'
import { WorkflowFilters } from './WorkflowFilters.tsx'
import { words } from './words.ts'
import { workflowColumns } from './workflow-columns.tsx'
import { STATUSES } from './workflow-words.ts'

const STATUS_OPTIONS = WORKFLOW_STATUSES.map((id) => ({ id, label: STATUSES[id].label }))

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return load(request, queries.app(app_id), workflowsQueries.list(app_id, view))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const [view, show] = useView(viewOf, (next) => paths.workflows(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery(workflowsQueries.list(app_id, view))
  const [isCreating, setCreating] = useState(false)
  const [archived, setArchived] = useState<WorkflowSummary | null>(null)
  const { mutate: turn } = useTurnWorkflow(app_id)
  const canEdit = canEditApp(app)
  useCreateAction(() => setCreating(true), canEdit)
  const columns = useMemo(
    () =>
      workflowColumns({
        pathOf: (id) => paths.workflow(workspaceId, app_id, id),
        runPathOf: (id, runId) => paths.run(workspaceId, app_id, id, runId),
        acts: canEdit ? { onTurn: turn, onArchive: setArchived } : null,
      }),
    [workspaceId, app_id, canEdit, turn],
  )
  const createButton = canEdit && (
    <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.newWorkflow}
    </Button>
  )
  const isFiltered = [view.status, view.trigger, view.search].some((chosen) => chosen !== undefined)

  return (
    <>
      {page.items.length === 0 && !isFiltered && !view.cursor ? (
        <EmptyState icon={WorkflowIcon} title={words.noWorkflowsYet} action={createButton}>
          {words.aWorkflowDoesSeveral}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 sm:px-8">
            <p className="text-ink-2">
              {fillWith(words.whatThisAppDoes, {
                link: (
                  <Link
                    to={paths.allRuns(workspaceId, app_id)}
                    className="text-accent underline underline-offset-2"
                  >
                    {words.runsOfAllWorkflows}
                  </Link>
                ),
              })}
            </p>
            {createButton}
          </div>
          <WorkflowFilters
            label={words.filterWorkflows}
            statuses={STATUS_OPTIONS}
            view={view}
            onChange={show}
          >
            <FilterField
              label={words.searchWorkflows}
              placeholder={words.name}
              value={view.search ?? ''}
              onChange={(search) => show({ search: search || undefined }, { replace: true })}
              className="w-full sm:w-64"
            />
          </WorkflowFilters>
          <FilteredTable
            label={words.workflows}
            columns={columns}
            page={page}
            nouns={['workflow', 'workflows']}
            rowName={({ name }) => name}
            onClear={() => show({ status: undefined, trigger: undefined, search: undefined })}
          >
            {words.noneOfThisApp}
          </FilteredTable>
        </>
      )}
      {isCreating && <CreateWorkflow appId={app_id} onClose={() => setCreating(false)} />}
      {archived && <ArchiveWorkflow appId={app_id} workflow={archived} onClose={() => setArchived(null)} />}
    </>
  )
}

function viewOf(search: URLSearchParams): WorkflowsView {
  return {
    status: WORKFLOW_STATUSES.find((known) => known === search.get('status')),
    trigger: TRIGGER_TYPES.find((known) => known === search.get('trigger')),
    search: search.get('search') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
