import { type LoaderFunctionArgs, useParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { PartPages } from '../../layout/PartPages.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id)
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const pages = [
    { to: paths.security(workspaceId, app_id), label: words.findings },
    { to: paths.securityPart(workspaceId, app_id, 'ignored'), label: words.ignored },
    { to: paths.securityPart(workspaceId, app_id, 'history'), label: words.history },
    { to: paths.securityPart(workspaceId, app_id, 'settings'), label: words.settings },
  ]
  return <PartPages label={words.security} pages={pages} />
}

export function ErrorBoundary() {
  return <EditorsOnly>{words.whatAScanFinds}</EditorsOnly>
}
