import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router'
import { load } from '../../api.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths, type WorkflowPart } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { workflowsQueries } from '../../workflows-queries.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import { SaveFailure } from './SaveFailure.tsx'
import { SaveWorkflowBar } from './SaveWorkflowBar.tsx'
import { useSaveWorkflow } from './use-save-workflow.ts'
import { WorkflowHeader } from './WorkflowHeader.tsx'
import { words } from './words.ts'
import { useWorkflowDraft, type WorkflowDraft } from './workflow-draft.ts'

export function loader({ request, params: { app_id = '', workflow_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), workflowsQueries.one(app_id, workflow_id))
}

export function Component() {
  const { app_id = '', workflow_id = '' } = useParams()
  // A draft belongs to one workflow.
  return <Editor key={`${app_id} ${workflow_id}`} appId={app_id} workflowId={workflow_id} />
}

function Editor({ appId, workflowId }: { appId: string; workflowId: string }) {
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(appId))
  const { data: saved } = useSuspenseQuery(workflowsQueries.one(appId, workflowId))
  const draft = useWorkflowDraft(appId, saved, canEditApp(app))
  const save = useSaveWorkflow(draft)
  const base = paths.workflow(workspaceId, appId, workflowId)
  // The parts of one workflow share its draft; a run is a page of its own.
  const parts = [base, ...PARTS.map((part) => paths.workflowPart(workspaceId, appId, workflowId, part))]
  useUnsavedWork(
    () => draft.isChanged,
    (pathname) => parts.includes(pathname),
  )
  const part = (to: WorkflowPart, label: string) => ({
    to: paths.workflowPart(workspaceId, appId, workflowId, to),
    label,
  })
  return (
    <>
      <WorkflowHeader draft={draft} />
      <PageTabs
        label={fill(words.partsOfName, { name: saved.name })}
        tabs={[
          { to: base, label: words.steps },
          part('settings', words.triggerAndSettings),
          part('runs', 'Runs'),
          part('versions', 'Versions'),
        ]}
      />
      <ChangedNotice draft={draft} />
      {save.error && !save.isPending && draft.isChanged && !draft.isOvertaken && (
        <SaveFailure draft={draft} error={save.error} />
      )}
      <Outlet context={draft satisfies WorkflowDraft} />
      {draft.isChanged && (
        <SaveWorkflowBar
          draft={draft}
          isPending={save.isPending}
          onSave={() => save.mutate(draft.changes())}
          onDiscard={() => {
            draft.beginWith(saved)
            save.reset()
          }}
        />
      )}
    </>
  )
}

const PARTS = ['settings', 'runs', 'versions'] as const
