import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { PartPages } from '../../layout/PartPages.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const pages = [
    { to: paths.connectors(workspaceId, app_id), label: words.connections },
    // What was called shows what the app does elsewhere; the server lists it for editors.
    ...(canEditApp(app) ? [{ to: paths.connectorCalls(workspaceId, app_id), label: words.calls }] : []),
  ]
  return <PartPages label={words.connectors} pages={pages} />
}
