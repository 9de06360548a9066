import type { CustomConnector } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plug, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { load } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { NamedTable } from '../../table/NamedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DeleteConnector } from './DeleteConnector.tsx'
import { OwnConnectorsHeader } from './OwnConnectorsHeader.tsx'
import { connectorColumns } from './own-connector-columns.tsx'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, connectorsQueries.own(workspace_id))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const navigate = useNavigate()
  const { data: page } = useSuspenseQuery(connectorsQueries.own(workspaceId))
  const [deleting, setDeleting] = useState<CustomConnector | null>(null)
  const mayEdit = canAdminister(user_role)
  const columns = useMemo(
    () => connectorColumns(workspaceId, mayEdit ? setDeleting : null),
    [workspaceId, mayEdit],
  )
  const addButton = mayEdit && (
    <Button look="primary" icon={Plus} onPress={() => void navigate(paths.newConnector(workspaceId))}>
      {words.newConnector}
    </Button>
  )
  return (
    <>
      <OwnConnectorsHeader actions={addButton} />
      {page.items.length === 0 ? (
        <EmptyState icon={Plug} title={words.noConnectorsOfYour} action={addButton}>
          {words.forAServiceThat} {!mayEdit && words.anOwnerOrAdmin}
        </EmptyState>
      ) : (
        <NamedTable
          what="connectors"
          label={words.ownConnectors}
          columns={columns}
          rows={page.items}
          rowId={({ integration_type }) => integration_type}
          rowName={({ definition }) => definition.display_name}
        />
      )}
      {deleting && <DeleteConnector connector={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}
