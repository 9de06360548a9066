import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codePaths } from '../../code-paths.ts'
import { codingQueries } from '../../coding-queries.ts'
import { PartPages } from '../../layout/PartPages.tsx'
import { StandIn } from '../../layout/StandIn.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), codingQueries.repository(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const pages = [
    { to: codePaths.sessions(workspaceId, app_id), label: words.sessions },
    { to: codePaths.pullRequests(workspaceId, app_id), label: words.pullRequests },
    { to: codePaths.repository(workspaceId, app_id), label: words.repository },
  ]
  return (
    <PartPages label={words.code} pages={pages}>
      <StandIn of="language_model" className="border-b border-line px-5 py-2.5 sm:px-8" />
    </PartPages>
  )
}
