import type { Connection } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { words } from './words.ts'

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
    done: () => fill(words.nameDisconnected, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.disconnectName, { name })}
      confirmLabel={words.disconnect}
      act={disconnect}
      onClose={onClose}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
    >
      <WhatStops connection={connection} />
      <p className="mt-2">{words.whatWasEnteredIs}</p>
    </ConfirmDialog>
  )
}

export function RemoveConnection({ appId, connection, onClose }: EndConnectionProps) {
  const { integration_type, display_name: name } = connection
  const remove = useAct({
    run: () => client.connectors.remove({ app_id: appId, integration_type }),
    touches: TOUCHES,
    done: () => fill(words.nameRemoved, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.removeName, { name })}
      confirmLabel={words.removeConnection}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <WhatStops connection={connection} />
      <p className="mt-2">{words.whatWasEnteredIsDeleted}</p>
    </ConfirmDialog>
  )
}

function WhatStops({ connection }: Pick<EndConnectionProps, 'connection'>) {
  const { display_name: name, status, calls_last_day } = connection
  if (status !== 'active') return <p>{words.itDoesNotWork}</p>
  return (
    <p>
      {fillWith(words.functionsAndWorkflowsOfThis, {
        name,
        it:
          calls_last_day > 0 &&
          fillWith(words.theyCalledItCallsLastDay, { callsLastDay: calls_last_day.toLocaleString('en') }),
      })}
    </p>
  )
}
