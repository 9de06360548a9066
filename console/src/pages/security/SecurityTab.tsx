import { ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, Outlet, useLocation, useParams, useRouteError } from 'react-router'
import { isForEditors, loadForEditors } from '../../editors-only.ts'
import { ErrorPage } from '../../layout/ErrorPage.tsx'
import { SideNav } from '../../layout/SideNav.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id)
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const pages = [
    { to: paths.security(workspaceId, app_id), label: 'Findings' },
    { to: paths.securityPart(workspaceId, app_id, 'ignored'), label: 'Ignored' },
    { to: paths.securityPart(workspaceId, app_id, 'history'), label: 'History' },
    { to: paths.securityPart(workspaceId, app_id, 'settings'), label: 'Settings' },
  ]
  return (
    <div className="lg:flex lg:min-h-[inherit]">
      <SideNav label="Security" items={pages.map((page) => ({ ...page, isCurrent: pathname === page.to }))} />
      <div className="min-w-0 flex-1 pb-8">
        <Outlet key={app_id} />
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isForEditors(error)) return <ErrorPage />
  return (
    <EmptyState icon={ShieldAlert} title="For editors">
      What a scan finds shows where the app is weak, so that only those who can edit the app see it. An editor
      of the workspace can give you this role.
    </EmptyState>
  )
}
