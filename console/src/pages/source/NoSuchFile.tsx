import { FileX2 } from 'lucide-react'
import { Link } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { words } from './words.ts'

export function NoSuchFile({ appId, path }: { appId: string; path: string }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <EmptyState icon={FileX2} title={words.noSuchFile}>
      {fillWith(words.spanWasDeletedOr, {
        span: <span className="break-all">{path}</span>,
        link: (
          <Link
            className="text-accent underline underline-offset-2"
            to={sourcePaths.commits(workspaceId, appId, { path })}
          >
            {words.lookIntoItsHistory}
          </Link>
        ),
      })}
    </EmptyState>
  )
}
