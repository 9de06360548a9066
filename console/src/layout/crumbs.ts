/** The way from the workspace to a page, as its address has it: the breadcrumb and the title are made of it. */

import { words } from './words.ts'

/** What pages are called, by their address below the workspace; null: by the name of the thing there. */
export const PAGE_NAMES: Readonly<Record<string, string | null>> = {
  apps: words.apps,
  'apps/:app_id': null,
  'apps/:app_id/settings': words.settings,
  'apps/:app_id/entities': words.data,
  'apps/:app_id/entities/:entity_name': null,
  'apps/:app_id/entity-schemas': words.schemas,
  'apps/:app_id/entity-schemas/:name': null,
  'apps/:app_id/entity-schemas/:name/rls': words.rules,
  'apps/:app_id/users': words.users,
  'apps/:app_id/users/sign-in-providers': words.signInProviders,
  'apps/:app_id/files': words.files,
  'apps/:app_id/chat': words.chat,
  'apps/:app_id/code': words.code,
  'apps/:app_id/code/pull-requests': words.pullRequests,
  'apps/:app_id/code/pull-requests/:number': null,
  'apps/:app_id/code/repository': words.repository,
  'apps/:app_id/code/sessions/:session_id': null,
  'apps/:app_id/source': words.source,
  'apps/:app_id/source/files/:path': null,
  'apps/:app_id/source/commits': words.history,
  'apps/:app_id/source/commits/:commit_id': null,
  'apps/:app_id/source/commits/:commit_id/files/:path': null,
  'apps/:app_id/site': words.site,
  'apps/:app_id/functions': words.functions,
  'apps/:app_id/functions/:name': null,
  'apps/:app_id/functions/:name/invoke': words.invoke,
  'apps/:app_id/functions/:name/logs': words.logs,
  'apps/:app_id/functions/:name/invocations': words.invocations,
  'apps/:app_id/functions/:name/deployments': words.deployments,
  'apps/:app_id/functions/:name/automations': words.automations,
  'apps/:app_id/workflows': words.workflows,
  'apps/:app_id/workflows/runs': words.runsOfAllWorkflows,
  'apps/:app_id/workflows/:workflow_id': null,
  'apps/:app_id/workflows/:workflow_id/settings': words.settings,
  'apps/:app_id/workflows/:workflow_id/runs': words.runs,
  'apps/:app_id/workflows/:workflow_id/versions': words.versions,
  'apps/:app_id/workflows/:workflow_id/runs/:run_id': null,
  'apps/:app_id/agents': words.agents,
  'apps/:app_id/secrets': words.secrets,
  'apps/:app_id/security': words.security,
  'apps/:app_id/security/ignored': words.ignoredFindings,
  'apps/:app_id/security/history': words.history,
  'apps/:app_id/security/settings': words.settings,
  'apps/:app_id/tests': words.tests,
  'apps/:app_id/tests/new': words.newTest,
  'apps/:app_id/tests/runs': words.runs,
  'apps/:app_id/tests/runs/:execution_id': null,
  'apps/:app_id/tests/:flow_id': null,
  'apps/:app_id/tests/:flow_id/stats': words.statistics,
  'apps/:app_id/connectors': words.connectors,
  'apps/:app_id/connectors/calls': words.calls,
  'apps/:app_id/ads': words.advertising,
  'apps/:app_id/ads/launch': words.launchACampaign,
  'apps/:app_id/ads/launch/unknown': words.unknownOutcome,
  'apps/:app_id/ads/campaigns': words.campaigns,
  'apps/:app_id/ads/campaigns/:campaign_id': null,
  'apps/:app_id/ads/search-terms': words.searchTerms,
  'apps/:app_id/ads/assets': words.assets,
  'apps/:app_id/ads/tracking': words.tracking,
  'apps/:app_id/analytics': words.analytics,
  'apps/:app_id/analytics/events': words.events,
  'apps/:app_id/logs': words.logs,
  'apps/:app_id/webhooks': words.webhooks,
  'apps/:app_id/webhooks/:webhook_id': null,
  agents: words.agents,
  'agents/:agent_id': null,
  'agents/:agent_id/versions': words.versions,
  'agents/:agent_id/webhooks': words.webhooks,
  'agents/:agent_id/webhooks/:webhook_id': null,
  account: words.yourAccount,
  settings: words.workspaceSettings,
  'settings/sign-in': words.signIn2,
  'service-accounts': words.serviceAccounts,
  tokens: words.accessTokens,
  connectors: words.connectors,
  'connectors/new': words.newConnector,
  'connectors/own/:integration_type': null,
  'connectors/client-ids': words.clientIds,
  members: words.members,
  'members/credits': words.credits,
  'members/mail': words.mail,
  usage: words.usage,
  backups: words.backups,
  installation: words.installation,
  'installation/workspaces': words.workspaces,
  'audit-log': words.auditLog,
}

export interface Crumb {
  to: string
  label: string
}

const PATTERNS = Object.entries(PAGE_NAMES).map(([pattern, name]) => ({ parts: pattern.split('/'), name }))

/** The pages above this one and itself, outermost first, without the workspace. */
export function crumbsOf(pathname: string, names: ReadonlyMap<string, string>): Crumb[] {
  const [, w, workspace, ...parts] = pathname.replace(/\/+$/, '').split('/')
  return parts.flatMap((last, place) => {
    const shown = nameAt(parts.slice(0, place + 1))
    const to = ['', w, workspace, ...parts.slice(0, place + 1)].join('/')
    return shown === undefined ? [] : [{ to, label: shown ?? names.get(to) ?? decoded(last) }]
  })
}

/** A page with an address of its own comes before one that is named after its thing. */
function nameAt(parts: readonly string[]): string | null | undefined {
  const fitting = PATTERNS.filter(
    (known) =>
      known.parts.length === parts.length &&
      known.parts.every((part, place) => part.startsWith(':') || part === parts[place]),
  )
  return fitting.toSorted((a, b) => variables(a.parts) - variables(b.parts))[0]?.name
}

const variables = (parts: readonly string[]) => parts.filter((part) => part.startsWith(':')).length

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** From the thing to what it belongs to: what a row of narrow tabs tells apart. */
export function titleOf(crumbs: readonly Crumb[], workspace: string): string {
  const inApp = crumbs.length > 1 && crumbs[0]?.label === PAGE_NAMES.apps
  const way = inApp ? crumbs.slice(1) : [{ label: workspace }, ...crumbs]
  return [...way.map(({ label }) => label).toReversed(), 'Atrium'].join(' · ')
}
