import type { AvailableConnector, Connection } from '@atrium/sdk'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { ConnectionCard } from './ConnectionCard.tsx'
import type { OpenDialog } from './ConnectionDialogs.tsx'
import { words } from './words.ts'

interface ConnectionListProps {
  appId: string
  connections: readonly Connection[]
  connectors: readonly AvailableConnector[]
  mayEdit: boolean
  onOpen: (open: OpenDialog) => void
}

/** What the app is connected to, each with how it fares. */
export function ConnectionList({ appId, connections, connectors, mayEdit, onOpen }: ConnectionListProps) {
  return (
    <section aria-labelledby="connected-services">
      <PartHeading title={words.connectedServices} titleId="connected-services">
        {words.functionsAndWorkflowsOf}
      </PartHeading>
      {connections.length === 0 ? (
        <p className="mx-5 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3 sm:mx-8">
          {words.noneYet} {mayEdit && words.chooseAServiceBelow}
        </p>
      ) : (
        <ul aria-label={words.connections} className="space-y-3 px-5 sm:px-8">
          {connections.map((connection) => (
            <li key={connection.integration_type}>
              <ConnectionCard
                appId={appId}
                connection={connection}
                connector={connectors.find((each) => each.integration_type === connection.integration_type)}
                mayEdit={mayEdit}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
