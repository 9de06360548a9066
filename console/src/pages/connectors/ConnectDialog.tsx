import type { AvailableConnector, Connection } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { connectorsQueries } from '../../connectors-queries.ts'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { words } from './words.ts'

interface ConnectDialogProps {
  appId: string
  connector: AvailableConnector
  /** The one that is connected again; null for the first time. */
  connection: Connection | null
  onClose: () => void
}

/** Reads what is saved before the form shows, so that nothing changes while somebody types. */
export function ConnectDialog({ appId, connector, connection, onClose }: ConnectDialogProps) {
  const saved = useQuery({
    ...connectorsQueries.fields(appId, connector.integration_type),
    enabled: connection !== null,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (connection !== null && saved.data === undefined)
    return (
      <Dialog
        title={fill(words.reconnectDisplayName, { displayName: connector.display_name })}
        onClose={onClose}
      >
        <DialogBody>
          {saved.error ? (
            <PartFailure
              error={saved.error}
              onRetry={() => void saved.refetch()}
              isRetrying={saved.isFetching}
            />
          ) : (
            <PartLoading what={words.whatIsSaved} />
          )}
        </DialogBody>
      </Dialog>
    )
  return (
    <ConnectForm
      appId={appId}
      connector={connector}
      connection={connection}
      fields={saved.data?.fields ?? connector.connection_config_fields}
      saved={saved.data?.connection_config ?? NOTHING}
      onClose={onClose}
    />
  )
}

const NOTHING: Record<string, string> = {}
