import type { CustomConnector } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { countOf } from '../connectors/connector-words.ts'

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
    done: () => `${name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete connector"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        {connection_count > 0
          ? `It is refused while ${countOf(connection_count, 'app is', 'apps are')} connected by it: remove those connections first.`
          : 'No app is connected by it. It disappears from the gallery of every app.'}
      </p>
    </ConfirmDialog>
  )
}
