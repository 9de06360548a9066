import type { Workflow, WorkflowVersion } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

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
    done: () => fill(words.versionVersionRestored, { version: to.version }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.restoreVersionVersion, { version: to.version })}
      confirmLabel={words.restoreVersion}
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() => restore.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.itsStepsBecomeA}</p>
    </ConfirmDialog>
  )
}
