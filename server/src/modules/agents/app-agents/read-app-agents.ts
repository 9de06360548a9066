import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { appAgentStore, versionOf } from './app-agent-store.ts'

export async function readAppAgents(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.app_agents.read>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const rows = await appAgentStore(db).list(app.id)
  const items = rows.map(({ name, description, instructions, tool_configs, extra }) => ({
    ...extra,
    name,
    description,
    instructions,
    tool_configs: tool_configs as Record<string, unknown>[],
  }))
  return { items, total: items.length, version: versionOf(rows) }
}
