import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { changeAgent } from './change-agent.ts'
import { versionStore } from './version-store.ts'

export async function restoreAgentVersion(
  deps: Deps,
  caller: Caller,
  { params, headers }: InputOf<typeof operations.agents.restore_version>,
) {
  const agent = await deps.access.agent(caller, params.agent_id, 'editor')
  const former = await versionStore(deps.db).find(agent.id, params.version)
  if (!former) throw refuse('agent_version_not_found')
  const { name, description, logo_url, instructions } = former
  return changeAgent(deps, caller, agent, {
    action: 'agents.restore_version',
    state: { name, description, logo_url, instructions },
    expected: headers['if-match'],
    detail: { restored: params.version },
  })
}
