import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { changeAgent } from './change-agent.ts'

export async function updateAgent(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.agents.update>,
) {
  const agent = await deps.access.agent(caller, params.agent_id, 'editor')
  const { name, description, logo_url, instructions } = body
  const state = { name, description, logo_url, instructions }
  return changeAgent(deps, caller, agent, { action: 'agents.update', state, expected: headers['if-match'] })
}
