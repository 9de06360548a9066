import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

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
    done: () => fill(words.nameArchived, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.archiveName, { name })}
      confirmLabel={words.archiveWorkflow}
      act={archive}
      onClose={onClose}
      onConfirm={() => archive.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.nothingStartsItAny}</p>
    </ConfirmDialog>
  )
}
