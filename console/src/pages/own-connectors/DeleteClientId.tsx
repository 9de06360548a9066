import type { ConnectorClient } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { words } from './words.ts'

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
    done: () => fill(words.clientIdOfName, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteTheClientId, { name })}
      confirmLabel={words.deleteClientId}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>{fillWith(words.connectionsThatWereMade, { name })}</p>
    </ConfirmDialog>
  )
}
