/** The site map. Pages are loaded when first visited; their loaders have the data ready before they show. */
import { data, type RouteObject, redirect } from 'react-router'
import { accountPaths } from './account-paths.ts'
import { accountQueries } from './account-queries.ts'
import { load, queryClient } from './api.ts'
import { BareErrorPage, ErrorPage } from './layout/ErrorPage.tsx'
import { Root } from './layout/Root.tsx'
import { paths } from './paths.ts'
import { queries } from './queries.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: BareErrorPage,
    children: [
      {
        path: '/sign-in',
        lazy: { Component: async () => (await import('./pages/sign-in/SignInPage.tsx')).SignInPage },
      },
      { path: '/invitations/accept', lazy: () => import('./pages/invitations/AcceptPage.tsx') },
      {
        path: '/docs',
        lazy: () => import('./pages/docs/DocsLayout.tsx'),
        children: [
          { index: true, lazy: () => import('./pages/docs/DocsHomePage.tsx') },
          { path: ':guide', lazy: () => import('./pages/docs/GuidePage.tsx') },
          { path: 'api/:area', lazy: () => import('./pages/docs/AreaPage.tsx') },
        ],
      },
      {
        path: '/account',
        loader: ({ request }) => openAccount(request),
        lazy: () => import('./pages/account/BareAccountPage.tsx'),
      },
      { path: '/account/forgot-password', lazy: () => import('./pages/account/ForgotPasswordPage.tsx') },
      { path: '/account/reset-password', lazy: () => import('./pages/account/ResetPasswordPage.tsx') },
      { path: '/connected', lazy: () => import('./pages/connected/ConnectedPage.tsx') },
      { path: '/sandbox-consent', lazy: () => import('./pages/connected/SandboxConsentPage.tsx') },
      { path: '/apps/:app_id/*', loader: ({ request, params }) => openApp(request, params.app_id ?? '') },
      {
        path: '/',
        loader: ({ request }) => openFirstWorkspace(request),
        lazy: { Component: async () => (await import('./pages/NoWorkspacePage.tsx')).NoWorkspacePage },
      },
      {
        path: '/w/:workspace_id',
        loader: ({ request, params }) => openWorkspace(request, params.workspace_id),
        lazy: { Component: async () => (await import('./layout/AppShell.tsx')).AppShell },
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [...workspaceRoutes, { path: '*', loader: notFound }],
          },
        ],
      },
      { path: '*', loader: notFound },
    ],
  },
]

async function openFirstWorkspace(request: Request) {
  await load(request, queries.session())
  const first = queryClient.getQueryData(queries.session().queryKey)?.workspaces[0]
  return first ? redirect(paths.workspace(first.id)) : null
}

/** Mails lead here, and know no workspace. */
async function openAccount(request: Request) {
  await load(
    request,
    queries.session(),
    accountQueries.account(),
    accountQueries.sessions(),
    accountQueries.passkeys(),
  )
  const first = queryClient.getQueryData(queries.session().queryKey)?.workspaces[0]
  return first ? redirect(accountPaths.inWorkspace(first.id)) : null
}

/** Addresses that programs are given name no workspace: the app knows it. // G596 */
async function openApp(request: Request, appId: string) {
  await load(request, queries.app(appId))
  const app = queryClient.getQueryData(queries.app(appId).queryKey)
  if (!app) return notFound()
  const { pathname, search } = new URL(request.url)
  const below = pathname.split('/').slice(3).join('/')
  const path = paths.app(app.organization_id, appId)
  return redirect(`${path}${below ? `/${below}` : ''}${search}`)
}

async function openWorkspace(request: Request, workspaceId: string | undefined) {
  await load(request, queries.session())
  const me = queryClient.getQueryData(queries.session().queryKey)
  return me?.workspaces.some(({ id }) => id === workspaceId) ? null : notFound()
}

function notFound(): never {
  throw data(null, { status: 404 })
}
