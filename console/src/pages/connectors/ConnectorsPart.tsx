import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister, canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { ConnectionDialogs, type OpenDialog } from './ConnectionDialogs.tsx'
import { ConnectionList } from './ConnectionList.tsx'
import { Gallery } from './Gallery.tsx'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(
    request,
    queries.app(app_id),
    connectorsQueries.available(app_id),
    connectorsQueries.connections(app_id),
  )
}

export function Component() {
  const { app_id = '' } = useParams()
  const { user_role } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: connectors } = useSuspenseQuery(connectorsQueries.available(app_id))
  const { data: connections } = useSuspenseQuery(connectorsQueries.connections(app_id))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const mayEdit = canEditApp(app)
  return (
    <>
      <ConnectionList
        appId={app_id}
        connections={connections}
        connectors={connectors}
        mayEdit={mayEdit}
        onOpen={setOpen}
      />
      <Gallery
        appId={app_id}
        connectors={connectors}
        connected={new Set(connections.map(({ integration_type }) => integration_type))}
        mayEdit={mayEdit}
        mayAdminister={canAdminister(user_role)}
        onOpen={setOpen}
      />
      {open && <ConnectionDialogs appId={app_id} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}
