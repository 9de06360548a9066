import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

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
    done: () => `${app.name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${app.name}?`}
      confirmLabel="Delete for good"
      typeToConfirm={app.name}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      Everything in it is deleted with it: data, settings and the access given to collaborators. This cannot
      be undone.
    </ConfirmDialog>
  )
}
