/** A believable company for trying the product out, as an archive: the same every time, and never aging. */
import { demoAdAccounts, demoAdCampaigns, demoConversionMappings } from './advertising.ts'
import { demoAgents } from './agents.ts'
import { demoApps } from './apps.ts'
import { demoCodingSessions, demoRepositories } from './coding.ts'
import { demoCollaborators } from './collaborators.ts'
import { demoCustomConnectors } from './connections.ts'
import { demoConversations } from './conversations.ts'
import { demoCreditUses, spentBy } from './credits.ts'
import { demoEntitySchemas } from './entity-schemas.ts'
import { demoFolders } from './folders.ts'
import { demoFunctions } from './functions.ts'
import { type DemoMember, demoMembers, OWNER_ID } from './people.ts'
import { demoRecords } from './records.ts'
import { demoServiceAccounts } from './service-accounts.ts'
import { demoSourceFiles } from './source-files.ts'
import { demoTraffic, SOME_DAY } from './traffic.ts'
import { demoWebhooks } from './webhooks.ts'
import { demoWorkflowRuns } from './workflow-runs.ts'
import { demoWorkflows } from './workflows.ts'
import { demoWorkspace } from './workspace.ts'

export { demoWork } from './coding.ts'
export { demoConnections } from './connections.ts'
export { demoLedger } from './credits.ts'
export { demoDeliveries } from './deliveries.ts'
export { OWNER_EMAIL as DEMO_EMAIL } from './people.ts'
export { demoServiceToken } from './service-accounts.ts'
export { demoSites } from './sites.ts'
export { demoTests } from './tests.ts'
export { demoVisits } from './traffic.ts'
export { WORKSPACE_ID as DEMO_WORKSPACE_ID } from './workspace.ts'

/** Only the owner can sign in, with the password given here. Weekends are where they are at the moment given. */
export function demoArchive({ ownerPassword, now = SOME_DAY }: { ownerPassword: string; now?: Date }) {
  const members = demoMembers()
  const spent = spentBy(demoCreditUses(members, now), now)
  const makers = members.filter(
    ({ role, status, access_state }) =>
      status === 'joined' && access_state !== 'suspended' && (role === 'owner' || role === 'admin'),
  )
  const ownerOf = (place: number) => makers[place]?.user_id ?? OWNER_ID
  const apps = demoApps(ownerOf)
  const collaborators = demoCollaborators(members)
  const service = demoServiceAccounts()
  return {
    format: 'atrium-archive',
    version: 1,
    users: [...usersOf(members, ownerPassword), service.user],
    workspaces: [demoWorkspace],
    members: members.map(({ spends, ...member }) => ({
      ...member,
      ...countsOf(member, apps, collaborators),
      ...spent.get(member.user_id ?? ''),
    })),
    service_accounts: [service.account],
    apps,
    collaborators,
    folders: demoFolders(ownerOf),
    agents: demoAgents(),
    conversations: demoConversations(ownerOf, members),
    webhooks: demoWebhooks(),
    entity_schemas: demoEntitySchemas(),
    records: demoRecords(members),
    source_files: demoSourceFiles(),
    functions: demoFunctions(),
    custom_connectors: demoCustomConnectors(),
    workflows: demoWorkflows(),
    workflow_runs: demoWorkflowRuns(),
    repositories: demoRepositories(),
    coding_sessions: demoCodingSessions(),
    ads_accounts: demoAdAccounts(OWNER_ID),
    ads_campaigns: demoAdCampaigns(),
    conversion_mappings: demoConversionMappings(),
    ...demoTraffic(members, now),
  }
}

function usersOf(members: readonly DemoMember[], ownerPassword: string) {
  return members.flatMap(({ user_id, email, full_name, joined_date }) => {
    if (user_id === undefined) return []
    const password = user_id === OWNER_ID ? { password: ownerPassword } : {}
    return [{ id: user_id, email, full_name, created_date: joined_date, ...password }]
  })
}

/** What the directory shows next to each name. */
function countsOf(
  { user_id, status }: DemoMember,
  apps: ReturnType<typeof demoApps>,
  collaborators: ReturnType<typeof demoCollaborators>,
) {
  if (status !== 'joined') return {}
  const shared = new Set(collaborators.filter((one) => one.user_id === user_id).map(({ app_id }) => app_id))
  const count = (kind: string, isMine: (app: { id: string; owner_id: string }) => boolean) =>
    apps.filter((app) => app.kind === kind && isMine(app)).length
  return {
    apps_owned: count('app', ({ owner_id }) => owner_id === user_id),
    apps_shared: count('app', ({ id }) => shared.has(id)),
    agents_owned: count('agent', ({ owner_id }) => owner_id === user_id),
    agents_shared: count('agent', ({ id }) => shared.has(id)),
  }
}
