/** The way from the workspace to a page, as its address has it: the breadcrumb and the title are made of it. */

/** What pages are called, by their address below the workspace; null: by the name of the thing there. */
export const PAGE_NAMES: Readonly<Record<string, string | null>> = {
  apps: 'Apps',
  'apps/:app_id': null,
  'apps/:app_id/settings': 'Settings',
  'apps/:app_id/entities': 'Data',
  'apps/:app_id/entities/:entity_name': null,
  'apps/:app_id/entity-schemas': 'Schemas',
  'apps/:app_id/entity-schemas/:name': null,
  'apps/:app_id/entity-schemas/:name/rls': 'Rules',
  'apps/:app_id/users': 'Users',
  'apps/:app_id/users/sign-in-providers': 'Sign-in providers',
  'apps/:app_id/files': 'Files',
  'apps/:app_id/chat': 'Chat',
  'apps/:app_id/code': 'Code',
  'apps/:app_id/code/pull-requests': 'Pull requests',
  'apps/:app_id/code/pull-requests/:number': null,
  'apps/:app_id/code/repository': 'Repository',
  'apps/:app_id/code/sessions/:session_id': null,
  'apps/:app_id/source': 'Source',
  'apps/:app_id/source/files/:path': null,
  'apps/:app_id/source/commits': 'History',
  'apps/:app_id/source/commits/:commit_id': null,
  'apps/:app_id/source/commits/:commit_id/files/:path': null,
  'apps/:app_id/site': 'Site',
  'apps/:app_id/functions': 'Functions',
  'apps/:app_id/functions/:name': null,
  'apps/:app_id/functions/:name/invoke': 'Invoke',
  'apps/:app_id/functions/:name/logs': 'Logs',
  'apps/:app_id/functions/:name/invocations': 'Invocations',
  'apps/:app_id/functions/:name/deployments': 'Deployments',
  'apps/:app_id/functions/:name/automations': 'Automations',
  'apps/:app_id/workflows': 'Workflows',
  'apps/:app_id/workflows/runs': 'Runs of all workflows',
  'apps/:app_id/workflows/:workflow_id': null,
  'apps/:app_id/workflows/:workflow_id/settings': 'Settings',
  'apps/:app_id/workflows/:workflow_id/runs': 'Runs',
  'apps/:app_id/workflows/:workflow_id/versions': 'Versions',
  'apps/:app_id/workflows/:workflow_id/runs/:run_id': null,
  'apps/:app_id/agents': 'Agents',
  'apps/:app_id/secrets': 'Secrets',
  'apps/:app_id/security': 'Security',
  'apps/:app_id/security/ignored': 'Ignored findings',
  'apps/:app_id/security/history': 'History',
  'apps/:app_id/security/settings': 'Settings',
  'apps/:app_id/tests': 'Tests',
  'apps/:app_id/tests/new': 'New test',
  'apps/:app_id/tests/runs': 'Runs',
  'apps/:app_id/tests/runs/:execution_id': null,
  'apps/:app_id/tests/:flow_id': null,
  'apps/:app_id/tests/:flow_id/stats': 'Statistics',
  'apps/:app_id/connectors': 'Connectors',
  'apps/:app_id/connectors/calls': 'Calls',
  'apps/:app_id/ads': 'Advertising',
  'apps/:app_id/ads/launch': 'Launch a campaign',
  'apps/:app_id/ads/launch/unknown': 'Unknown outcome',
  'apps/:app_id/ads/campaigns': 'Campaigns',
  'apps/:app_id/ads/campaigns/:campaign_id': null,
  'apps/:app_id/ads/search-terms': 'Search terms',
  'apps/:app_id/ads/assets': 'Assets',
  'apps/:app_id/ads/tracking': 'Tracking',
  'apps/:app_id/analytics': 'Analytics',
  'apps/:app_id/analytics/events': 'Events',
  'apps/:app_id/logs': 'Logs',
  'apps/:app_id/webhooks': 'Webhooks',
  'apps/:app_id/webhooks/:webhook_id': null,
  agents: 'Agents',
  'agents/:agent_id': null,
  'agents/:agent_id/versions': 'Versions',
  'agents/:agent_id/webhooks': 'Webhooks',
  'agents/:agent_id/webhooks/:webhook_id': null,
  account: 'Your account',
  settings: 'Workspace settings',
  'settings/sign-in': 'Sign-in',
  'service-accounts': 'Service accounts',
  tokens: 'Access tokens',
  connectors: 'Connectors',
  'connectors/new': 'New connector',
  'connectors/own/:integration_type': null,
  'connectors/client-ids': 'Client ids',
  members: 'Members',
  'members/credits': 'Credits',
  'members/mail': 'Mail',
  usage: 'Usage',
  backups: 'Backups',
  installation: 'Installation',
  'audit-log': 'Audit log',
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
