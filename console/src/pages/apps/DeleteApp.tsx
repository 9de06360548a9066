import { client } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { words } from './words.ts'

interface DeleteAppProps {
  app: { id: string; name: string }
  onClose: () => void
  /** Before the lists are read again, so that a page about the app can leave first. */
  onDeleted: () => void | Promise<void>
}

export function DeleteApp({ app, onClose, onDeleted }: DeleteAppProps) {
  return (
    <DeleteDialog
      name={app.name}
      confirmLabel={words.deleteForGood}
      typeToConfirm={app.name}
      run={async () => {
        await client.apps.delete({ app_id: app.id })
        await onDeleted()
      }}
      touches={['apps', 'agents', 'folders']}
      onClose={onClose}
    >
      {words.everythingInItIs}
    </DeleteDialog>
  )
}
