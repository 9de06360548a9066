import { useParams } from 'react-router'
import { PartPages } from '../../layout/PartPages.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const pages = [
    { to: paths.analytics(workspaceId, app_id), label: words.users },
    { to: paths.events(workspaceId, app_id), label: words.events },
  ]
  return <PartPages label={words.analytics} pages={pages} />
}
