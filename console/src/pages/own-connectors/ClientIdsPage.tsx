import type { ConnectorClient } from '@atrium/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { connectorsQueries } from '../../connectors-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { NamedTable } from '../../table/NamedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ClientIdDialog } from './ClientIdDialog.tsx'
import { clientColumns } from './client-columns.tsx'
import { DeleteClientId } from './DeleteClientId.tsx'
import { ForAdmins } from './ForAdmins.tsx'
import { loadForAdmins } from './load-for-admins.ts'
import { OwnConnectorsHeader } from './OwnConnectorsHeader.tsx'
import { RedirectAddress } from './RedirectAddress.tsx'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return loadForAdmins(request, workspace_id, connectorsQueries.clients(workspace_id))
}

export function Component() {
  const { user_role } = useWorkspace()
  if (canAdminister(user_role)) return <ClientIds />
  return (
    <>
      <OwnConnectorsHeader />
      <ForAdmins>{words.clientIdsLetEvery}</ForAdmins>
    </>
  )
}

type Open = { kind: 'add' } | { kind: 'change' | 'delete'; client: ConnectorClient }

function ClientIds() {
  const { id: workspaceId } = useWorkspace()
  const { data } = useSuspenseQuery(connectorsQueries.clients(workspaceId))
  const services = useQuery(connectorsQueries.services(workspaceId))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const names = useMemo(
    () => new Map(services.data?.map(({ integration_type: type, display_name }) => [type, display_name])),
    [services.data],
  )
  const nameOf = (type: string) => names.get(type) ?? type
  const columns = useMemo(
    () =>
      clientColumns(
        (type) => names.get(type) ?? type,
        (kind, client) => setOpen({ kind, client }),
      ),
    [names],
  )
  const addButton = (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
      {words.addAClientId}
    </Button>
  )
  return (
    <>
      <OwnConnectorsHeader actions={addButton} />
      <div className="max-w-3xl px-5 py-5 sm:px-8">
        <RedirectAddress address={data.redirect_uri} />
      </div>
      {data.clients.length === 0 ? (
        <EmptyState icon={KeySquare} title={words.noClientIdsYet}>
          {words.mostServicesLetAn}
        </EmptyState>
      ) : (
        <NamedTable
          what={words.clientIds}
          label={words.clientIds2}
          columns={columns}
          rows={data.clients}
          rowId={({ integration_type }) => integration_type}
          rowName={({ integration_type }) => nameOf(integration_type)}
        />
      )}
      {open?.kind === 'add' && <ClientIdDialog service={null} saved={null} onClose={close} />}
      {open?.kind === 'change' && (
        <ClientIdDialog
          service={{ ...open.client, display_name: nameOf(open.client.integration_type) }}
          saved={open.client}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteClientId client={open.client} name={nameOf(open.client.integration_type)} onClose={close} />
      )}
    </>
  )
}
