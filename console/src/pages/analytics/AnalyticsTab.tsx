import { Outlet, useLocation, useParams } from 'react-router'
import { SideNav } from '../../layout/SideNav.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const pages = [
    { to: paths.analytics(workspaceId, app_id), label: words.users },
    { to: paths.events(workspaceId, app_id), label: words.events },
  ]
  return (
    <div className="lg:flex lg:min-h-[inherit]">
      <SideNav
        label={words.analytics}
        items={pages.map((page) => ({ ...page, isCurrent: pathname === page.to }))}
      />
      <div className="min-w-0 flex-1 pb-8">
        <Outlet key={app_id} />
      </div>
    </div>
  )
}
