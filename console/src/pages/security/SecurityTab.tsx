import { ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, Outlet, useLocation, useParams, useRouteError } from 'react-router'
import { isForEditors, loadForEditors } from '../../editors-only.ts'
import { ErrorPage } from '../../layout/ErrorPage.tsx'
import { SideNav } from '../../layout/SideNav.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id)
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const pages = [
    { to: paths.security(workspaceId, app_id), label: words.findings },
    { to: paths.securityPart(workspaceId, app_id, 'ignored'), label: words.ignored },
    { to: paths.securityPart(workspaceId, app_id, 'history'), label: words.history },
    { to: paths.securityPart(workspaceId, app_id, 'settings'), label: words.settings },
  ]
  return (
    <div className="lg:flex lg:min-h-[inherit]">
      <SideNav
        label={words.security}
        items={pages.map((page) => ({ ...page, isCurrent: pathname === page.to }))}
      />
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
    <EmptyState icon={ShieldAlert} title={words.forEditors}>
      {words.whatAScanFinds}
    </EmptyState>
  )
}
