import type { InputOf, operations } from '@atrium/contract'
import { type Caller, listVisibleApps } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentAgent } from './present-agent.ts'
import { agentStore } from './store.ts'

export async function listAgents(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.agents.list>,
) {
  const page = await listVisibleApps(deps, caller, { ...query, kind: 'agent', list: 'agents.list' })
  const instructions = await agentStore(deps.db).instructionsOf(page.items.map(({ id }) => id))
  return { ...page, items: page.items.map((app) => presentAgent(app, instructions.get(app.id) ?? '')) }
}
