import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { words } from './words.ts'

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
    done: () => fill(words.pathDeleted, { path }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deletePath, { path })}
      confirmLabel={words.deleteFile}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
    >
      <p>{words.itStaysInThe}</p>
    </ConfirmDialog>
  )
}
