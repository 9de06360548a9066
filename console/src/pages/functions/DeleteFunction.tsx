import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'

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
    done: () => `${name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete function"
      typeToConfirm={name}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
    >
      <p>Its code, earlier deployments, automations and logs go with it. Calls of it are refused at once.</p>
    </ConfirmDialog>
  )
}
