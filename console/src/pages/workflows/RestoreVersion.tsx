import type { Workflow, WorkflowVersion } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface RestoreVersionProps {
  appId: string
  workflow: Workflow
  to: WorkflowVersion
  onClose: () => void
}

export function RestoreVersion({ appId, workflow, to, onClose }: RestoreVersionProps) {
  const restore = useAct({
    run: () =>
      client.workflows.update(
        { app_id: appId, workflow_id: workflow.id },
        { definition: to.definition, version: workflow.version },
      ),
    touches: ['workflows'],
    done: () => `Version ${to.version} restored`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Restore version ${to.version}?`}
      confirmLabel="Restore version"
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() => restore.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        Its steps become a new version, and the next run does them. What is current now stays in the list.
      </p>
    </ConfirmDialog>
  )
}
