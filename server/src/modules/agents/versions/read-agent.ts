import type { InputOf, operations } from '@atrium/contract'
import { type Caller, presentApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentAgent } from '../present-agent.ts'
import { agentStore } from '../store.ts'

export async function readAgent(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.agents.read>,
) {
  const { user_role, workspace: _, ...app } = await access.agent(caller, params.agent_id, 'viewer')
  const instructions = (await agentStore(db).instructionsOf([app.id])).get(app.id) ?? ''
  return presentAgent(presentApp(app, user_role), instructions)
}
