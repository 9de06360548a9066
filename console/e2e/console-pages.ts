/** Every page of the console by its heading; ids are those of the demo company. */

export interface ConsolePage {
  path: string
  title: string | RegExp
  /** File of its picture under snapshots/. */
  name: string
}

/** One page of each kind, shown in all looks by the smoke tests: list, form, detail, grid and so on. */
export const TEMPLATES: ReadonlySet<string> = new Set([
  'members',
  'new-connector',
  'app-overview',
  'app-data',
  'analytics',
  'function',
  'workflow',
  'agent-chat',
  'docs-guide',
  'sign-in',
  'app-settings',
  'ads-launch',
  'app-no-functions',
])

/** Pages of the workspace and of its agents. */
export function workspacePages(workspaceId: string): ConsolePage[] {
  const agent = `/w/${workspaceId}/agents/app_demo_helpdesk`
  return [
    { path: `/w/${workspaceId}`, title: 'Harbour & Pine', name: 'home' },
    { path: `/w/${workspaceId}/apps`, title: 'All apps', name: 'apps' },
    { path: `/w/${workspaceId}/agents`, title: 'Agents', name: 'agents' },
    { path: `/w/${workspaceId}/connectors`, title: 'Connectors', name: 'own-connectors' },
    { path: `/w/${workspaceId}/connectors/new`, title: 'New connector', name: 'new-connector' },
    { path: `/w/${workspaceId}/connectors/client-ids`, title: 'Connectors', name: 'client-ids' },
    { path: `/w/${workspaceId}/account`, title: 'Your account', name: 'account' },
    { path: `/w/${workspaceId}/settings`, title: 'Workspace', name: 'workspace-settings' },
    { path: `/w/${workspaceId}/service-accounts`, title: 'Service accounts', name: 'service-accounts' },
    { path: `/w/${workspaceId}/settings/sign-in`, title: 'Sign-in provider', name: 'sign-in-provider' },
    { path: `${agent}/versions`, title: 'Helpdesk', name: 'agent-versions' },
    { path: `${agent}`, title: 'Helpdesk', name: 'agent-chat' },
    { path: `${agent}/webhooks`, title: 'Helpdesk', name: 'agent-webhooks' },
    { path: `${agent}/webhooks/whk_demo_tickets`, title: 'Deliveries', name: 'deliveries' },
    { path: `/w/${workspaceId}/connectors/own/harbour-warehouse`, title: 'Harbour', name: 'own-connector' },
    { path: `/w/${workspaceId}/tokens`, title: 'Access tokens', name: 'tokens' },
    { path: `/w/${workspaceId}/members`, title: 'Members', name: 'members' },
    { path: `/w/${workspaceId}/members/credits`, title: 'Members', name: 'credits' },
    { path: `/w/${workspaceId}/members/mail`, title: 'Members', name: 'mail' },
    { path: `/w/${workspaceId}/usage`, title: 'Usage', name: 'usage' },
    { path: `/w/${workspaceId}/backups`, title: 'Backups', name: 'backups' },
    { path: `/w/${workspaceId}/installation`, title: 'Installation', name: 'installation' },
    {
      path: `/w/${workspaceId}/installation/workspaces`,
      title: 'Workspaces',
      name: 'installation-workspaces',
    },
    { path: `/w/${workspaceId}/audit-log`, title: 'Audit log', name: 'audit-log' },
  ]
}

/** Pages of an app with data and workflows, empty where it has nothing. */
export function ordersPages(workspaceId: string): ConsolePage[] {
  const app = `/w/${workspaceId}/apps/app_demo_orders`
  return [
    { path: app, title: 'Orders', name: 'app-overview' },
    { path: `${app}/settings`, title: 'Orders', name: 'app-settings' },
    { path: `${app}/entities/Order`, title: 'Orders', name: 'app-data' },
    { path: `${app}/entity-schemas/Order`, title: 'Orders', name: 'app-schema' },
    { path: `${app}/entity-schemas/Order/rls`, title: 'Orders', name: 'app-rules' },
    { path: `${app}/users`, title: 'Orders', name: 'app-no-users' },
    { path: `${app}/users/sign-in-providers`, title: 'Orders', name: 'app-no-providers' },
    { path: `${app}/files`, title: 'Orders', name: 'app-no-files' },
    { path: `${app}/site`, title: 'Orders', name: 'app-no-site' },
    { path: `${app}/chat`, title: 'Orders', name: 'app-no-chat' },
    { path: `${app}/code`, title: 'Orders', name: 'app-no-repository' },
    { path: `${app}/code/pull-requests`, title: 'Orders', name: 'app-no-pull-requests' },
    { path: `${app}/code/repository`, title: 'Orders', name: 'app-connect-repository' },
    { path: `${app}/source`, title: 'Orders', name: 'app-no-source' },
    { path: `${app}/source/commits`, title: 'Orders', name: 'app-no-changes' },
    { path: `${app}/functions`, title: 'Orders', name: 'app-no-functions' },
    { path: `${app}/workflows`, title: 'Orders', name: 'workflows' },
    ...['', '/settings', '/runs', '/versions', '/runs/run_demo_2_reminders_001'].map((part) => ({
      path: `${app}/workflows/wfl_demo_2_reminders${part}`,
      title: 'Orders',
      name: `workflow${part.replace(/_.*/, '').replaceAll('/', '-')}`,
    })),
    { path: `${app}/workflows/runs`, title: 'Orders', name: 'all-runs' },
    { path: `${app}/tests`, title: 'Orders', name: 'app-no-tests' },
    { path: `${app}/tests/new`, title: 'Orders', name: 'app-new-test' },
    { path: `${app}/tests/runs`, title: 'Orders', name: 'app-no-test-runs' },
    { path: `${app}/connectors`, title: 'Orders', name: 'app-connectors' },
    { path: `${app}/connectors/calls`, title: 'Orders', name: 'app-no-calls' },
    { path: `${app}/secrets`, title: 'Orders', name: 'app-no-secrets' },
    { path: `${app}/security`, title: 'Orders', name: 'app-not-scanned' },
    { path: `${app}/security/ignored`, title: 'Orders', name: 'app-nothing-ignored' },
    { path: `${app}/security/history`, title: 'Orders', name: 'app-no-scans' },
    { path: `${app}/security/settings`, title: 'Orders', name: 'app-scan-settings' },
    { path: `${app}/logs`, title: 'Orders', name: 'app-logs' },
    { path: `${app}/agents`, title: 'Orders', name: 'app-agents' },
  ]
}

/** Pages of an app with a site, code, functions and visitors. */
export function shopPages(workspaceId: string): ConsolePage[] {
  const shop = `/w/${workspaceId}/apps/app_demo_storefront`
  return [
    { path: shop, title: 'Storefront', name: 'overview' },
    { path: `${shop}/site`, title: 'Storefront', name: 'site' },
    { path: `${shop}/chat`, title: 'Storefront', name: 'chat' },
    { path: `${shop}/source`, title: 'Storefront', name: 'source' },
    { path: `${shop}/source/files/index.html`, title: 'Storefront', name: 'source-file' },
    { path: `${shop}/source/commits`, title: 'Storefront', name: 'source-history' },
    { path: `${shop}/functions`, title: 'Storefront', name: 'functions' },
    ...['', '/invoke', '/logs', '/invocations', '/deployments', '/automations'].map((part) => ({
      path: `${shop}/functions/delivery-quote${part}`,
      title: 'Storefront',
      name: `function${part.replace('/', '-')}`,
    })),
    { path: `${shop}/tests`, title: 'Storefront', name: 'tests' },
    { path: `${shop}/tests/runs`, title: 'Storefront', name: 'test-runs' },
    { path: `${shop}/ads`, title: 'Storefront', name: 'ads' },
    { path: `${shop}/ads/launch`, title: 'Storefront', name: 'ads-launch' },
    { path: `${shop}/ads/campaigns`, title: 'Storefront', name: 'ads-campaigns' },
    { path: `${shop}/ads/campaigns/cmp_demo_catalogue`, title: 'Storefront', name: 'ads-campaign' },
    { path: `${shop}/ads/search-terms`, title: 'Storefront', name: 'ads-search-terms' },
    { path: `${shop}/ads/assets`, title: 'Storefront', name: 'ads-assets' },
    { path: `${shop}/ads/tracking`, title: 'Storefront', name: 'ads-tracking' },
    { path: `${shop}/code`, title: 'Storefront', name: 'code' },
    { path: `${shop}/code/sessions/cds_demo_readme`, title: 'Storefront', name: 'code-session' },
    { path: `${shop}/webhooks`, title: 'Storefront', name: 'webhooks' },
    { path: `${shop}/analytics`, title: 'Storefront', name: 'analytics' },
    { path: `${shop}/analytics/events`, title: 'Storefront', name: 'analytics-events' },
  ]
}

/** Pages open to anonymous visitors; `app` has the built-in sign-in pages. */
export function openPages(app: string): ConsolePage[] {
  const signIn = `/apps-sign-in/${app}`
  return [
    { path: '/sign-in', title: 'Sign in', name: 'sign-in' },
    { path: '/account/forgot-password', title: /./, name: 'forgot-password' },
    { path: '/account/reset-password#token=rst_x', title: /./, name: 'reset-password' },
    { path: '/invitations/accept', title: /./, name: 'no-invitation' },
    { path: '/docs', title: 'Guides and API', name: 'docs' },
    { path: '/docs/webhooks', title: 'Webhooks', name: 'docs-guide' },
    { path: '/docs/api/webhooks', title: 'webhooks', name: 'docs-area' },
    { path: signIn, title: 'Sign in to Shop', name: 'app-sign-in' },
    { path: `${signIn}/sign-up`, title: 'Sign up for Shop', name: 'app-sign-up' },
    { path: `${signIn}/email-link`, title: /./, name: 'app-email-link' },
    { path: `${signIn}/forgot-password`, title: /./, name: 'app-forgot-password' },
    { path: `${signIn}/reset-password#token=rst_x`, title: /./, name: 'app-reset-password' },
    { path: `${signIn}/magic-link`, title: /./, name: 'app-no-magic-link' },
    { path: `${signIn}/invitation`, title: /./, name: 'app-no-invitation' },
  ]
}
