import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

interface DeleteAppProps {
  app: { id: string; name: string }
  onClose: () => void
  /** Before the lists are read again, so that a page about the app can leave first. */
  onDeleted: () => void | Promise<void>
}

export function DeleteApp({ app, onClose, onDeleted }: DeleteAppProps) {
  const remove = useAct({
    run: async () => {
      await client.apps.delete({ app_id: app.id })
      await onDeleted()
    },
    touches: ['apps', 'agents', 'folders'],
    done: () => fill(words.nameDeleted, { name: app.name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName, { name: app.name })}
      confirmLabel={words.deleteForGood}
      typeToConfirm={app.name}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.everythingInItIs}
    </ConfirmDialog>
  )
}
