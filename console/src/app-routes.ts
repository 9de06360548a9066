/** The pages of an app, below its address. */
import type { RouteObject } from 'react-router'

export const appRoutes: RouteObject[] = [
  { index: true, lazy: () => import('./pages/home/AppOverviewPage.tsx') },
  { path: 'settings', lazy: () => import('./pages/apps/AppSettingsTab.tsx') },
  {
    path: 'entities',
    lazy: () => import('./pages/entities/EntitiesTab.tsx'),
    children: [{ path: ':entity_name', lazy: () => import('./pages/entities/RecordsPage.tsx') }],
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
  {
    path: 'source',
    lazy: () => import('./pages/source/SourceTab.tsx'),
    children: [
      { index: true, lazy: () => import('./pages/source/FilesPart.tsx') },
      { path: 'files/:path', lazy: () => import('./pages/source/FilesPart.tsx') },
      { path: 'commits', lazy: () => import('./pages/source/HistoryPart.tsx') },
      { path: 'commits/:commit_id', lazy: () => import('./pages/source/CommitPage.tsx') },
      { path: 'commits/:commit_id/files/:path', lazy: () => import('./pages/source/FileThenPage.tsx') },
    ],
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
  { path: 'agents', lazy: () => import('./pages/app-agents/AppAgentsTab.tsx') },
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
      { path: 'launch', lazy: () => import('./pages/ads/launch/LaunchPage.tsx') },
      { path: 'launch/unknown', lazy: () => import('./pages/ads/launch/LaunchUnknownPage.tsx') },
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
  { path: 'logs', lazy: () => import('./pages/logs/LogsTab.tsx') },
  { path: 'webhooks', lazy: () => import('./pages/webhooks/WebhooksTab.tsx') },
]
