/** The site map. Pages are loaded when first visited; their loaders have the data ready before they show. */
import { data, type RouteObject, redirect } from 'react-router'
import { accountPaths } from './account-paths.ts'
import { accountQueries } from './account-queries.ts'
import { load, queryClient } from './api.ts'
import { AppShell } from './layout/AppShell.tsx'
import { BareErrorPage, ErrorPage } from './layout/ErrorPage.tsx'
import { LoadingPage } from './layout/LoadingPage.tsx'
import { Root } from './layout/Root.tsx'
import { NoWorkspacePage } from './pages/NoWorkspacePage.tsx'
import { SignInPage } from './pages/sign-in/SignInPage.tsx'
import { paths } from './paths.ts'
import { queries } from './queries.ts'

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: LoadingPage,
    ErrorBoundary: BareErrorPage,
    children: [
      { path: '/sign-in', Component: SignInPage },
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
      { path: '/', loader: ({ request }) => openFirstWorkspace(request), Component: NoWorkspacePage },
      {
        path: '/w/:workspace_id',
        loader: ({ request, params }) => openWorkspace(request, params.workspace_id),
        Component: AppShell,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              { index: true, loader: ({ params }) => redirect(paths.apps(params.workspace_id ?? '')) },
              { path: 'apps', lazy: () => import('./pages/apps/AppsPage.tsx') },
              {
                path: 'apps/:app_id',
                lazy: () => import('./pages/apps/AppPage.tsx'),
                children: [
                  { index: true, lazy: () => import('./pages/apps/AppSettingsTab.tsx') },
                  {
                    path: 'entities',
                    lazy: () => import('./pages/entities/EntitiesTab.tsx'),
                    children: [
                      { path: ':entity_name', lazy: () => import('./pages/entities/RecordsPage.tsx') },
                    ],
                  },
                  {
                    path: 'entity-schemas',
                    lazy: () => import('./pages/entity-schemas/SchemasTab.tsx'),
                    children: [
                      {
                        path: ':name',
                        lazy: () => import('./pages/entity-schemas/SchemaPage.tsx'),
                        children: [
                          { index: true, lazy: () => import('./pages/entity-schemas/FieldsPart.tsx') },
                          { path: 'rls', lazy: () => import('./pages/entity-schemas/RulesPart.tsx') },
                        ],
                      },
                    ],
                  },
                  { path: 'users', lazy: () => import('./pages/app-users/AppUsersTab.tsx') },
                  {
                    path: 'users/sign-in-providers',
                    lazy: () => import('./pages/sign-in-providers/AppProvidersPage.tsx'),
                  },
                  { path: 'files', lazy: () => import('./pages/files/FilesTab.tsx') },
                  { path: 'chat', lazy: () => import('./pages/chat/ChatTab.tsx') },
                  {
                    path: 'code',
                    lazy: () => import('./pages/code/CodeTab.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/code/SessionsPart.tsx') },
                      { path: 'pull-requests', lazy: () => import('./pages/code/PullRequestsPart.tsx') },
                      { path: 'repository', lazy: () => import('./pages/code/RepositoryPart.tsx') },
                    ],
                  },
                  { path: 'code/sessions/:session_id', lazy: () => import('./pages/code/SessionPage.tsx') },
                  {
                    path: 'code/pull-requests/:number',
                    lazy: () => import('./pages/code/PullRequestPage.tsx'),
                  },
                  { path: 'site', lazy: () => import('./pages/site/SiteTab.tsx') },
                  { path: 'functions', lazy: () => import('./pages/functions/FunctionsTab.tsx') },
                  {
                    path: 'functions/:name',
                    lazy: () => import('./pages/functions/FunctionPage.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/functions/CodePart.tsx') },
                      { path: 'invoke', lazy: () => import('./pages/functions/InvokePart.tsx') },
                      { path: 'logs', lazy: () => import('./pages/functions/LogsPart.tsx') },
                      { path: 'invocations', lazy: () => import('./pages/functions/InvocationsPart.tsx') },
                      { path: 'deployments', lazy: () => import('./pages/functions/DeploymentsPart.tsx') },
                      { path: 'automations', lazy: () => import('./pages/functions/AutomationsPart.tsx') },
                    ],
                  },
                  { path: 'workflows', lazy: () => import('./pages/workflows/WorkflowsTab.tsx') },
                  { path: 'workflows/runs', lazy: () => import('./pages/workflow-runs/AllRunsPage.tsx') },
                  {
                    path: 'workflows/:workflow_id',
                    lazy: () => import('./pages/workflows/WorkflowPage.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/workflows/DefinitionPart.tsx') },
                      { path: 'settings', lazy: () => import('./pages/workflows/SettingsPart.tsx') },
                      { path: 'runs', lazy: () => import('./pages/workflow-runs/RunsPart.tsx') },
                      { path: 'versions', lazy: () => import('./pages/workflows/VersionsPart.tsx') },
                    ],
                  },
                  {
                    path: 'workflows/:workflow_id/runs/:run_id',
                    lazy: () => import('./pages/workflow-runs/RunPage.tsx'),
                  },
                  { path: 'secrets', lazy: () => import('./pages/secrets/SecretsTab.tsx') },
                  {
                    path: 'security',
                    lazy: () => import('./pages/security/SecurityTab.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/security/FindingsPart.tsx') },
                      { path: 'ignored', lazy: () => import('./pages/security/IgnoredPart.tsx') },
                      { path: 'history', lazy: () => import('./pages/security/HistoryPart.tsx') },
                      { path: 'settings', lazy: () => import('./pages/security/ScanSettingsPart.tsx') },
                    ],
                  },
                  { path: 'tests', lazy: () => import('./pages/tests/TestsTab.tsx') },
                  { path: 'tests/new', lazy: () => import('./pages/tests/NewTestPage.tsx') },
                  { path: 'tests/runs', lazy: () => import('./pages/test-runs/TestRunsPage.tsx') },
                  {
                    path: 'tests/runs/:execution_id',
                    lazy: () => import('./pages/test-runs/TestRunPage.tsx'),
                  },
                  {
                    path: 'tests/:flow_id',
                    lazy: () => import('./pages/tests/TestPage.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/tests/StepsPart.tsx') },
                      { path: 'stats', lazy: () => import('./pages/tests/StatsPart.tsx') },
                    ],
                  },
                  {
                    path: 'connectors',
                    lazy: () => import('./pages/connectors/ConnectorsTab.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/connectors/ConnectorsPart.tsx') },
                      { path: 'calls', lazy: () => import('./pages/connectors/CallsPart.tsx') },
                    ],
                  },
                  {
                    path: 'ads',
                    lazy: () => import('./pages/ads/AdsTab.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/ads/OverviewPage.tsx') },
                      { path: 'launch', lazy: () => import('./pages/ads/LaunchPage.tsx') },
                      { path: 'launch/unknown', lazy: () => import('./pages/ads/LaunchUnknownPage.tsx') },
                      { path: 'campaigns', lazy: () => import('./pages/ads/CampaignsPage.tsx') },
                      { path: 'campaigns/:campaign_id', lazy: () => import('./pages/ads/CampaignPage.tsx') },
                      { path: 'search-terms', lazy: () => import('./pages/ads/SearchTermsPage.tsx') },
                      { path: 'assets', lazy: () => import('./pages/ads/AssetsPage.tsx') },
                      { path: 'tracking', lazy: () => import('./pages/ads/TrackingPage.tsx') },
                    ],
                  },
                  {
                    path: 'analytics',
                    lazy: () => import('./pages/analytics/AnalyticsTab.tsx'),
                    children: [
                      { index: true, lazy: () => import('./pages/analytics/UserCountsPage.tsx') },
                      { path: 'events', lazy: () => import('./pages/analytics/EventsPage.tsx') },
                    ],
                  },
                  { path: 'webhooks', lazy: () => import('./pages/webhooks/WebhooksTab.tsx') },
                ],
              },
              {
                path: 'apps/:app_id/webhooks/:webhook_id',
                lazy: () => import('./pages/webhooks/DeliveriesPage.tsx'),
              },
              { path: 'agents', lazy: () => import('./pages/agents/AgentsPage.tsx') },
              {
                path: 'agents/:agent_id',
                lazy: () => import('./pages/agents/AgentPage.tsx'),
                children: [
                  { index: true, lazy: () => import('./pages/agents/ChatTab.tsx') },
                  { path: 'versions', lazy: () => import('./pages/agents/AgentVersionsTab.tsx') },
                  { path: 'webhooks', lazy: () => import('./pages/webhooks/WebhooksTab.tsx') },
                ],
              },
              {
                path: 'agents/:agent_id/webhooks/:webhook_id',
                lazy: () => import('./pages/webhooks/DeliveriesPage.tsx'),
              },
              { path: 'account', lazy: () => import('./pages/account/AccountPage.tsx') },
              { path: 'settings', lazy: () => import('./pages/workspace/WorkspaceSettingsPage.tsx') },
              {
                path: 'settings/sign-in',
                lazy: () => import('./pages/sign-in-providers/WorkspaceSignInPage.tsx'),
              },
              {
                path: 'service-accounts',
                lazy: () => import('./pages/service-accounts/ServiceAccountsPage.tsx'),
              },
              { path: 'tokens', lazy: () => import('./pages/tokens/TokensPage.tsx') },
              { path: 'connectors', lazy: () => import('./pages/own-connectors/OwnConnectorsPage.tsx') },
              { path: 'connectors/new', lazy: () => import('./pages/own-connectors/NewConnectorPage.tsx') },
              {
                path: 'connectors/own/:integration_type',
                lazy: () => import('./pages/own-connectors/OwnConnectorPage.tsx'),
              },
              {
                path: 'connectors/client-ids',
                lazy: () => import('./pages/own-connectors/ClientIdsPage.tsx'),
              },
              { path: 'members', lazy: () => import('./pages/members/MembersPage.tsx') },
              { path: 'members/credits', lazy: () => import('./pages/credits/CreditsPage.tsx') },
              { path: 'members/mail', lazy: () => import('./pages/mail/MailPage.tsx') },
              { path: 'backups', lazy: () => import('./pages/backups/BackupsPage.tsx') },
              { path: 'audit-log', lazy: () => import('./pages/audit/AuditPage.tsx') },
              { path: '*', loader: notFound },
            ],
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
  return first ? redirect(paths.apps(first.id)) : null
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
