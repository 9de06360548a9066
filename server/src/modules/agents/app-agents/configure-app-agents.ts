import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { type AppAgentRow, appAgentStore, versionOf } from './app-agent-store.ts'

/** Replaces all agents of an app by those that are sent. */
export async function configureAppAgents(
  { db, clock, access, audit }: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.app_agents.configure>,
) {
  const names = body.map(({ name }) => name)
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (repeated >= 0)
    throw invalid(['body', repeated, 'name'], 'value_error', 'Value error, two agents have this name')

  const app = await access.app(caller, params.app_id, 'editor')
  const now = clock.now()
  return transaction(db, async (tx) => {
    const store = appAgentStore(tx)
    await store.lock(app.id)
    const rows = await store.list(app.id)
    const version = headers['if-match']?.slice(1, -1)
    if (version !== undefined && version !== versionOf(rows)) throw refuse('app_agents_changed')
    const before = new Set(rows.map(({ name }) => name))
    const outcome = {
      created: names.filter((name) => !before.has(name)),
      updated: names.filter((name) => before.has(name)),
      deleted: [...before].filter((name) => !names.includes(name)),
    }
    await store.save(body.map((agent) => rowOf(app.id, agent, now)))
    await store.delete(app.id, outcome.deleted)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_agents.configure',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: outcome,
    })
    return outcome
  })
}

type AppAgent = InputOf<typeof operations.app_agents.configure>['body'][number]

function rowOf(app_id: string, agent: AppAgent, now: Date): AppAgentRow {
  const { name, description = '', instructions = '', tool_configs = [], ...extra } = agent
  return {
    app_id,
    name,
    description,
    instructions,
    tool_configs,
    extra,
    created_date: now,
    updated_date: now,
  }
}
