import type { AvailableConnector, Connection } from '@atrium/sdk'
import { ClientIdDialog } from '../own-connectors/ClientIdDialog.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { DisconnectService, RemoveConnection } from './EndConnection.tsx'
import { ScopesDialog } from './ScopesDialog.tsx'

export type OpenDialog =
  | { kind: 'connect'; connector: AvailableConnector; connection: Connection | null }
  | { kind: 'scopes'; connector: AvailableConnector; connection: Connection }
  | { kind: 'client-id'; connector: AvailableConnector }
  | { kind: 'disconnect' | 'remove'; connection: Connection }

interface ConnectionDialogsProps {
  appId: string
  open: OpenDialog
  onClose: () => void
}

/** Whatever is open on the page of an app's connections. */
export function ConnectionDialogs({ appId, open, onClose }: ConnectionDialogsProps) {
  if (open.kind === 'connect')
    return (
      <ConnectDialog
        appId={appId}
        connector={open.connector}
        connection={open.connection}
        onClose={onClose}
      />
    )
  if (open.kind === 'scopes')
    return (
      <ScopesDialog appId={appId} connector={open.connector} connection={open.connection} onClose={onClose} />
    )
  if (open.kind === 'client-id')
    return <ClientIdDialog service={open.connector} saved={null} onClose={onClose} />
  if (open.kind === 'disconnect')
    return <DisconnectService appId={appId} connection={open.connection} onClose={onClose} />
  return <RemoveConnection appId={appId} connection={open.connection} onClose={onClose} />
}
