import type { CustomConnector } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { countOf } from '../connectors/connector-words.ts'
import { words } from './words.ts'

interface DeleteConnectorProps {
  connector: CustomConnector
  onClose: () => void
}

export function DeleteConnector({ connector, onClose }: DeleteConnectorProps) {
  const { id: workspaceId } = useWorkspace()
  const { integration_type, definition, connection_count } = connector
  const name = definition.display_name
  const remove = useAct({
    run: () => workspaceClient(workspaceId).custom_connectors.delete({ integration_type }),
    touches: ['own-connectors', 'connectors'],
    done: () => fill(words.nameDeleted, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName, { name })}
      confirmLabel={words.deleteConnector}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        {connection_count > 0
          ? fill(words.itIsRefusedWhile, {
              connectionCount: countOf(connection_count, words.appIs, words.appsAre),
            })
          : words.noAppIsConnected}
      </p>
    </ConfirmDialog>
  )
}
