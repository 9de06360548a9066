import type { CustomConnector } from '@atrium/sdk'
import { workspaceClient } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
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
  return (
    <DeleteDialog
      name={name}
      confirmLabel={words.deleteConnector}
      run={() => workspaceClient(workspaceId).custom_connectors.delete({ integration_type })}
      touches={['own-connectors', 'connectors']}
      onClose={onClose}
    >
      <p>
        {connection_count > 0
          ? fill(words.itIsRefusedWhile, {
              connectionCount: countOf(connection_count, words.appIs, words.appsAre),
            })
          : words.noAppIsConnected}
      </p>
    </DeleteDialog>
  )
}
