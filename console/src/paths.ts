/** The only maker of links: every address of the console, and the query each page keeps in it. */
import type { DATE_PRESETS } from '@atrium/sdk'
import type { FilesView, MailView, NamedView } from './named-paths.ts'

const APP_SORTS = ['-created_date', 'created_date', '-updated_date', 'updated_date', 'name', '-name'] as const
export type AppSort = (typeof APP_SORTS)[number]

/** The sort an address or a table header names, if the API knows it. */
export const appSortOf = (text: string | null) => APP_SORTS.find((known) => known === text)

export interface AppsView {
  folder?: string | undefined
  search?: string | undefined
  sort?: AppSort | undefined
  cursor?: string | undefined
}

/** As the address has it; members-view.ts knows what the values mean. */
export interface MembersView {
  search?: string | undefined
  /** Terms of which any may match, one a line. */
  any?: string | undefined
  role?: string | undefined
  status?: string | undefined
  limit?: string | undefined
  apps_min?: string | undefined
  apps_max?: string | undefined
  agents_min?: string | undefined
  agents_max?: string | undefined
  active_from?: string | undefined
  active_to?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
}

export const CREDIT_KINDS = [
  'agent_message',
  'generation',
  'analysis',
  'test_run',
  'coding_session',
  'chat_turn',
] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

export interface CreditsView {
  user?: string | undefined
  app?: string | undefined
  kind?: CreditKind | undefined
  /** The first and the last day, in UTC. */
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
}

export interface AuditView {
  action?: string | undefined
  actor_email?: string | undefined
  cursor?: string | undefined
}

export interface DeliveriesView {
  status?: DeliveryStatus | undefined
  event_type?: string | undefined
  search?: string | undefined
  cursor?: string | undefined
}

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** As the address has it: the filter as JSON, the sort as the API takes it. */
export interface RecordsView {
  q?: string | undefined
  sort?: string | undefined
  /** `on`: the rules are not asked. */
  past_rules?: 'on' | undefined
  /** The saved view that is open. */
  view?: string | undefined
}

export interface AppUsersView {
  search?: string | undefined
  cursor?: string | undefined
}

/** Which lines that a function wrote: of one level, or of one call. */
export interface FunctionLogsView {
  level?: LogLevel | undefined
  request?: string | undefined
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The parts of a function, each with an address below its own. */
export type FunctionPart = 'invoke' | 'logs' | 'invocations' | 'deployments' | 'automations'

export const TRIGGER_TYPES = ['entity', 'schedule', 'webhook', 'app_publish', 'manual'] as const
export type TriggerType = (typeof TRIGGER_TYPES)[number]

export const WORKFLOW_STATUSES = ['active', 'inactive'] as const

export interface WorkflowsView {
  status?: (typeof WORKFLOW_STATUSES)[number] | undefined
  trigger?: TriggerType | undefined
  search?: string | undefined
  cursor?: string | undefined
}

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface WorkflowRunsView {
  status?: RunStatus | undefined
  trigger?: TriggerType | undefined
  cursor?: string | undefined
}

/** The parts of a workflow, each with an address below its own. */
export type WorkflowPart = 'settings' | 'runs' | 'versions'

/** As the address has it: severities and groups with commas between. */
export interface FindingsView {
  severity?: string | undefined
  group?: string | undefined
  /** `on`: those that are ignored show too. */
  ignored?: 'on' | undefined
  /** The fingerprint of the one that is open. */
  finding?: string | undefined
}

/** The parts of the security of an app, each with an address below its own. */
export type SecurityPart = 'ignored' | 'history' | 'settings'

/** What the gallery of connectors shows. */
export interface ConnectorsView {
  search?: string | undefined
  category?: string | undefined
}

export interface ConnectorCallsView {
  connector?: string | undefined
  /** `on`: only those that failed. */
  failed?: 'on' | undefined
  cursor?: string | undefined
}

export const TEST_STATUSES = ['queued', 'running', 'passed', 'failed', 'cancelled', 'error'] as const

export interface TestRunsView {
  flow?: string | undefined
  status?: (typeof TEST_STATUSES)[number] | undefined
  cursor?: string | undefined
}

export type DatePreset = (typeof DATE_PRESETS)[number]

/** The days of a report: a preset, or the first and the last one. */
export interface AdReportView {
  range?: DatePreset | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface CampaignsView {
  search?: string | undefined
  range?: DatePreset | undefined
  cursor?: string | undefined
}

export interface SearchTermsView extends AdReportView {
  sort?: string | undefined
}

export interface AssetsView {
  /** The campaign whose assets are shown next to the library. */
  campaign?: string | undefined
  /** The generation that was asked for last. */
  session?: string | undefined
  kind?: string | undefined
}

export interface EventsView {
  event?: string | undefined
  /** As event-view.ts knows them. */
  days?: string | undefined
  measure?: string | undefined
  property?: string | undefined
  /** What the values are distinguished by. */
  by?: string | undefined
  cursor?: string | undefined
}

/** Whose webhooks: those of an agent report its messages, those of an app its records. */
export interface WebhookOwner {
  kind: 'agent' | 'app'
  id: string
}

export const paths = {
  home: () => '/',
  signIn: (to?: string) => withQuery('/sign-in', { to: to === '/' ? undefined : to }),
  workspace: (workspaceId: string) => `/w/${encodeURIComponent(workspaceId)}`,
  apps: (workspaceId: string, view: AppsView = {}) => withQuery(`${paths.workspace(workspaceId)}/apps`, view),
  app: (workspaceId: string, appId: string) =>
    `${paths.workspace(workspaceId)}/apps/${encodeURIComponent(appId)}`,
  appSettings: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/settings`,
  entities: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/entities`,
  records: (workspaceId: string, appId: string, entityName: string, view: RecordsView = {}) =>
    withQuery(`${paths.entities(workspaceId, appId)}/${encodeURIComponent(entityName)}`, view),
  appUsers: (workspaceId: string, appId: string, view: AppUsersView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/users`, view),
  files: (workspaceId: string, appId: string, view: FilesView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/files`, view),
  site: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/site`,
  schemas: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/entity-schemas`,
  schema: (workspaceId: string, appId: string, name: string) =>
    `${paths.schemas(workspaceId, appId)}/${encodeURIComponent(name)}`,
  rules: (workspaceId: string, appId: string, name: string) =>
    `${paths.schema(workspaceId, appId, name)}/rls`,
  functions: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/functions`,
  /** `file`: the one that is shown in the editor; `line`: the line that is shown of it. */
  function: (workspaceId: string, appId: string, name: string, file?: string, line?: number) =>
    withQuery(`${paths.functions(workspaceId, appId)}/${encodeURIComponent(name)}`, {
      file,
      line: line?.toString(),
    }),
  functionPart: (workspaceId: string, appId: string, name: string, part: FunctionPart) =>
    `${paths.function(workspaceId, appId, name)}/${part}`,
  functionLogs: (workspaceId: string, appId: string, name: string, view: FunctionLogsView) =>
    withQuery(paths.functionPart(workspaceId, appId, name, 'logs'), view),
  workflows: (workspaceId: string, appId: string, view: WorkflowsView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/workflows`, view),
  /** The runs of all workflows of the app. */
  allRuns: (workspaceId: string, appId: string, view: WorkflowRunsView = {}) =>
    withQuery(`${paths.workflows(workspaceId, appId)}/runs`, view),
  workflow: (workspaceId: string, appId: string, workflowId: string) =>
    `${paths.workflows(workspaceId, appId)}/${encodeURIComponent(workflowId)}`,
  workflowPart: (workspaceId: string, appId: string, workflowId: string, part: WorkflowPart) =>
    `${paths.workflow(workspaceId, appId, workflowId)}/${part}`,
  workflowRuns: (workspaceId: string, appId: string, workflowId: string, view: WorkflowRunsView = {}) =>
    withQuery(paths.workflowPart(workspaceId, appId, workflowId, 'runs'), view),
  run: (workspaceId: string, appId: string, workflowId: string, runId: string) =>
    `${paths.workflowPart(workspaceId, appId, workflowId, 'runs')}/${encodeURIComponent(runId)}`,
  tests: (workspaceId: string, appId: string, view: NamedView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/tests`, view),
  /** `recording`: the one whose steps it begins with. */
  newTest: (workspaceId: string, appId: string, recording?: string) =>
    withQuery(`${paths.tests(workspaceId, appId)}/new`, { recording }),
  test: (workspaceId: string, appId: string, flowId: string) =>
    `${paths.tests(workspaceId, appId)}/${encodeURIComponent(flowId)}`,
  testStats: (workspaceId: string, appId: string, flowId: string) =>
    `${paths.test(workspaceId, appId, flowId)}/stats`,
  testRuns: (workspaceId: string, appId: string, view: TestRunsView = {}) =>
    withQuery(`${paths.tests(workspaceId, appId)}/runs`, view),
  testRun: (workspaceId: string, appId: string, executionId: string) =>
    `${paths.testRuns(workspaceId, appId)}/${encodeURIComponent(executionId)}`,
  secrets: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/secrets`,
  security: (workspaceId: string, appId: string, view: FindingsView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/security`, view),
  securityPart: (workspaceId: string, appId: string, part: SecurityPart, view: NamedView = {}) =>
    withQuery(`${paths.security(workspaceId, appId)}/${part}`, view),
  connectors: (workspaceId: string, appId: string, view: ConnectorsView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/connectors`, view),
  connectorCalls: (workspaceId: string, appId: string, view: ConnectorCallsView = {}) =>
    withQuery(`${paths.connectors(workspaceId, appId)}/calls`, view),
  ads: (workspaceId: string, appId: string, view: AdReportView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/ads`, view),
  adLaunch: (workspaceId: string, appId: string, step?: string) =>
    withQuery(`${paths.ads(workspaceId, appId)}/launch`, { step }),
  adLaunchUnknown: (workspaceId: string, appId: string, name: string) =>
    withQuery(`${paths.ads(workspaceId, appId)}/launch/unknown`, { name }),
  adCampaigns: (workspaceId: string, appId: string, view: CampaignsView = {}) =>
    withQuery(`${paths.ads(workspaceId, appId)}/campaigns`, view),
  adCampaign: (workspaceId: string, appId: string, campaignId: string, view: AdReportView = {}) =>
    withQuery(`${paths.adCampaigns(workspaceId, appId)}/${encodeURIComponent(campaignId)}`, view),
  searchTerms: (workspaceId: string, appId: string, view: SearchTermsView = {}) =>
    withQuery(`${paths.ads(workspaceId, appId)}/search-terms`, view),
  adAssets: (workspaceId: string, appId: string, view: AssetsView = {}) =>
    withQuery(`${paths.ads(workspaceId, appId)}/assets`, view),
  tracking: (workspaceId: string, appId: string) => `${paths.ads(workspaceId, appId)}/tracking`,
  analytics: (workspaceId: string, appId: string, view: { days?: string | undefined } = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/analytics`, view),
  events: (workspaceId: string, appId: string, view: EventsView = {}) =>
    withQuery(`${paths.analytics(workspaceId, appId)}/events`, view),
  agents: (workspaceId: string, view: NamedView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/agents`, view),
  agent: (workspaceId: string, agentId: string) =>
    `${paths.workspace(workspaceId)}/agents/${encodeURIComponent(agentId)}`,
  webhooks: (workspaceId: string, { kind, id }: WebhookOwner) =>
    `${kind === 'agent' ? paths.agent(workspaceId, id) : paths.app(workspaceId, id)}/webhooks`,
  deliveries: (workspaceId: string, owner: WebhookOwner, webhookId: string, view: DeliveriesView = {}) =>
    withQuery(`${paths.webhooks(workspaceId, owner)}/${encodeURIComponent(webhookId)}`, view),
  tokens: (workspaceId: string, view: NamedView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/tokens`, view),
  /** Those that the workspace added itself. */
  ownConnectors: (workspaceId: string) => `${paths.workspace(workspaceId)}/connectors`,
  newConnector: (workspaceId: string) => `${paths.ownConnectors(workspaceId)}/new`,
  ownConnector: (workspaceId: string, integrationType: string) =>
    `${paths.ownConnectors(workspaceId)}/own/${encodeURIComponent(integrationType)}`,
  clientIds: (workspaceId: string) => `${paths.ownConnectors(workspaceId)}/client-ids`,
  members: (workspaceId: string, view: MembersView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/members`, view),
  credits: (workspaceId: string, view: CreditsView = {}) =>
    withQuery(`${paths.members(workspaceId)}/credits`, view),
  mail: (workspaceId: string, view: MailView = {}) => withQuery(`${paths.members(workspaceId)}/mail`, view),
  audit: (workspaceId: string, view: AuditView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/audit-log`, view),
  docs: (guide?: string) => (guide === undefined ? '/docs' : `/docs/${guide}`),
  docsOf: (area: string) => `/docs/api/${area}`,
}

/** A place inside the console, or home: a sign-in link must not lead to another site. */
export function safeReturn(to: string | null): string {
  const inside = to !== null && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in')
  return inside ? to : paths.home()
}

const CALLBACK = '/api/external-auth/callback?'

/** Where a service sent somebody back to who had to sign in first; nowhere else may a sign-in link lead past the console. */
export function callbackIn(then: string | null): string | null {
  return then?.startsWith(CALLBACK) ? then : null
}

/** Every field of a view is text, and what is not chosen stays out of the address. */
export function withQuery<View extends { [Name in keyof View]: string | undefined }>(
  path: string,
  query: View,
) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries<string | undefined>(query)) if (value) search.set(key, value)
  return search.size > 0 ? `${path}?${search}` : path
}
