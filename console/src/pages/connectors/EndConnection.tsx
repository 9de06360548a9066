import type { Connection } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface EndConnectionProps {
  appId: string
  connection: Connection
  onClose: () => void
}

const TOUCHES = ['connections', 'connectors']

export function DisconnectService({ appId, connection, onClose }: EndConnectionProps) {
  const { integration_type, display_name: name } = connection
  const disconnect = useAct({
    run: () => client.connectors.disconnect({ app_id: appId, integration_type }),
    touches: TOUCHES,
    done: () => `${name} disconnected`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      confirmLabel="Disconnect"
      act={disconnect}
      onClose={onClose}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
    >
      <WhatStops connection={connection} />
      <p className="mt-2">What was entered is kept, so that it can be connected again.</p>
    </ConfirmDialog>
  )
}

export function RemoveConnection({ appId, connection, onClose }: EndConnectionProps) {
  const { integration_type, display_name: name } = connection
  const remove = useAct({
    run: () => client.connectors.remove({ app_id: appId, integration_type }),
    touches: TOUCHES,
    done: () => `${name} removed`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove connection"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <WhatStops connection={connection} />
      <p className="mt-2">What was entered is deleted too. This cannot be undone.</p>
    </ConfirmDialog>
  )
}

function WhatStops({ connection }: Pick<EndConnectionProps, 'connection'>) {
  const { display_name: name, status, calls_last_day } = connection
  if (status !== 'active') return <p>It does not work any more already, so nothing else stops.</p>
  return (
    <p>
      Functions and workflows of this app that call {name} fail from now on
      {calls_last_day > 0 && (
        <>; they called it {calls_last_day.toLocaleString('en')} times in the last day</>
      )}
      . Atrium forgets the access, and the service is asked to take it back where it can.
    </p>
  )
}
