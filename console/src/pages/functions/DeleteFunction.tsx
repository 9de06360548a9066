import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

export function DeleteFunction({
  appId,
  name,
  onClose,
}: {
  appId: string
  name: string
  onClose: () => void
}) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const remove = useAct({
    run: async () => {
      await client.functions.delete({ app_id: appId, name })
      // Away from what is not there any more, before the list is read again.
      await navigate(paths.app(workspaceId, appId))
    },
    touches: ['functions'],
    done: () => fill(words.nameDeleted, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName, { name })}
      confirmLabel={words.deleteFunction}
      typeToConfirm={name}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
    >
      <p>{words.itsCodeEarlierDeployments}</p>
    </ConfirmDialog>
  )
}
