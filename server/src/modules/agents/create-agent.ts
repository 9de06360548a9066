import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import { type AppRow, addApp, type Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentAgent } from './present-agent.ts'
import { agentStore } from './store.ts'
import { versionStore } from './versions/version-store.ts'

export async function createAgent(
  deps: Deps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.agents.create>,
) {
  const { name, description = null, logo_url = null, instructions = '' } = body
  const fields = { name, kind: 'agent' as const, user_description: description, logo_url }
  const store = async (tx: Db, { id, owner_id, created_date }: AppRow) => {
    await agentStore(tx).insertAgent(id, instructions)
    const state = { name, description, logo_url, instructions }
    await versionStore(tx).insert({ app_id: id, version: 1, ...state, created_by: owner_id, created_date })
  }
  const app = await addApp(deps, caller, query.workspaceId, fields, 'agents.create', store)
  return presentAgent(app, instructions)
}
