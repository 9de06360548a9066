import type { ConnectorClient } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'

interface DeleteClientIdProps {
  client: ConnectorClient
  name: string
  onClose: () => void
}

export function DeleteClientId({ client, name, onClose }: DeleteClientIdProps) {
  const { id: workspaceId } = useWorkspace()
  const { integration_type } = client
  const remove = useAct({
    run: () => workspaceClient(workspaceId).connector_clients.delete({ integration_type }),
    touches: ['connector-clients', 'connectors'],
    done: () => `Client id of ${name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete the client id of ${name}?`}
      confirmLabel="Delete client id"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        Connections that were made with it cannot be renewed and expire, and no app can be connected to {name}{' '}
        until another client id is entered.
      </p>
    </ConfirmDialog>
  )
}
