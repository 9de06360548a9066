import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'

interface ArchiveWorkflowProps {
  appId: string
  workflow: { id: string; name: string }
  onClose: () => void
}

export function ArchiveWorkflow({ appId, workflow: { id, name }, onClose }: ArchiveWorkflowProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const archive = useAct({
    run: async () => {
      await client.workflows.archive({ app_id: appId, workflow_id: id })
      // Away from what is not there any more, before it is read again.
      await navigate(paths.workflows(workspaceId, appId), AGREED)
    },
    touches: ['workflows', 'runs'],
    done: () => `${name} archived`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      confirmLabel="Archive workflow"
      act={archive}
      onClose={onClose}
      onConfirm={() => archive.mutate(undefined, { onSettled: onClose })}
    >
      <p>Nothing starts it any more, and runs that go on are cancelled. Past runs stay.</p>
    </ConfirmDialog>
  )
}
