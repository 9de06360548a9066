import { useNavigate } from 'react-router'
import { client } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
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
  return (
    <DeleteDialog
      name={name}
      confirmLabel={words.deleteFunction}
      typeToConfirm={name}
      run={async () => {
        await client.functions.delete({ app_id: appId, name })
        // Away from what is not there any more, before the list is read again.
        await navigate(paths.app(workspaceId, appId))
      }}
      touches={['functions']}
      onClose={onClose}
    >
      <p>{words.itsCodeEarlierDeployments}</p>
    </DeleteDialog>
  )
}
