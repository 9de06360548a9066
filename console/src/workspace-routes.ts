/** The pages of a workspace, below its address. */
import type { RouteObject } from 'react-router'
import { appRoutes } from './app-routes.ts'

export const workspaceRoutes: RouteObject[] = [
  { index: true, lazy: () => import('./pages/home/HomePage.tsx') },
  { path: 'apps', lazy: () => import('./pages/apps/AppsPage.tsx') },
  {
    path: 'apps/:app_id',
    lazy: () => import('./pages/apps/AppPage.tsx'),
    children: appRoutes,
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
  { path: 'usage', lazy: () => import('./pages/usage/UsagePage.tsx') },
  { path: 'installation', lazy: () => import('./pages/installation/InstallationPage.tsx') },
  { path: 'installation/workspaces', lazy: () => import('./pages/installation/WorkspacesPage.tsx') },
  { path: 'backups', lazy: () => import('./pages/backups/BackupsPage.tsx') },
  { path: 'audit-log', lazy: () => import('./pages/audit/AuditPage.tsx') },
]
