import { FileX2 } from 'lucide-react'
import { Link } from 'react-router'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoSuchFile({ appId, path }: { appId: string; path: string }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <EmptyState icon={FileX2} title="No such file">
      <span className="break-all">{path}</span> was deleted or never was.{' '}
      <Link
        className="text-accent underline underline-offset-2"
        to={sourcePaths.commits(workspaceId, appId, { path })}
      >
        Look into its history
      </Link>
    </EmptyState>
  )
}
