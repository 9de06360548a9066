import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'

interface DeleteFileProps {
  appId: string
  path: string
  /** As it is shown: a file that somebody changed since is not deleted. */
  revision: number
  onClose: () => void
}

export function DeleteFile({ appId, path, revision, onClose }: DeleteFileProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useAct({
    run: async () => {
      await client.source.delete_file({ app_id: appId, path }, { revision })
      // Away from what is not there any more, before the tree is read again.
      await navigate(sourcePaths.files(workspaceId, appId), AGREED)
    },
    touches: ['source'],
    done: () => `${path} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${path}?`}
      confirmLabel="Delete file"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
    >
      <p>It stays in the history, from where it can be restored.</p>
    </ConfirmDialog>
  )
}
