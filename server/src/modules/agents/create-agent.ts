import type { InputOf, operations } from '@atrium/contract'
import { addApp, type Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentAgent } from './present-agent.ts'
import { agentStore } from './store.ts'

export async function createAgent(
  deps: Deps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.agents.create>,
) {
  const { name, description = null, logo_url = null, instructions = '' } = body
  const fields = { name, kind: 'agent' as const, user_description: description, logo_url }
  const app = await addApp(deps, caller, query.workspaceId, fields, 'agents.create', (tx, { id }) =>
    agentStore(tx).insertAgent(id, instructions),
  )
  return presentAgent(app, instructions)
}
