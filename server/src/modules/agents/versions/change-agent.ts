import { MAX_AGENT_VERSIONS } from '@atrium/contract/agent-versions'
import type { Db } from '../../../platform/database/db.ts'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { type App, type Caller, changeHeldApp, holdApp, presentApp, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { presentAgent } from '../present-agent.ts'
import { agentStore } from '../store.ts'
import { type VersionRow, versionStore } from './version-store.ts'

export type AgentState = Pick<VersionRow, 'name' | 'description' | 'logo_url' | 'instructions'>

const FIELDS = ['name', 'description', 'logo_url', 'instructions'] as const satisfies (keyof AgentState)[]

export interface AgentChange {
  action: 'agents.update' | 'agents.restore_version'
  /** What it is to be; what is left out stays. */
  state: { [Field in keyof AgentState]?: AgentState[Field] | undefined }
  /** The `If-Match` that was sent. */
  expected: string | undefined
  detail?: Record<string, unknown>
}

/** Gives an agent another state, which becomes its newest version; the one before is a version too, by any author. */
export async function changeAgent(deps: Deps, caller: Caller, agent: App, change: AgentChange) {
  const { db, clock, access, audit } = deps
  const { action, expected, detail = {} } = change
  const changed = await transaction(db, async (tx) => {
    const app = await holdApp(tx, agent.id)
    if (!app) throw refuse('agent_not_found')
    const isExpected = expected === undefined || expected === `"${app.updated_date.toISOString()}"`
    if (!isExpected) throw refuse('agent_changed')
    const instructions = (await agentStore(tx).instructionsOf([app.id])).get(app.id) ?? ''
    const before: AgentState = {
      ...{ name: app.name, description: app.user_description, logo_url: app.logo_url, instructions },
    }
    const after: AgentState = { ...before, ...given(change.state) }
    const fields = FIELDS.filter((field) => before[field] !== after[field])
    if (fields.length === 0) return { app, instructions }

    const { name, description, logo_url } = after
    const fresh = await changeHeldApp(tx, app, { name, user_description: description, logo_url }, clock.now())
    await agentStore(tx).setInstructions(app.id, after.instructions)
    const former = await insertFormer(tx, app.id, before, app.updated_date)
    const version = former + 1
    const row = { app_id: app.id, version, ...after, created_by: userOf(caller).id }
    await versionStore(tx).insert({ ...row, created_date: fresh.updated_date })
    await versionStore(tx).trim(app.id, version, MAX_AGENT_VERSIONS)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action,
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { changed: fields, version, ...detail },
    })
    return { app: fresh, instructions: after.instructions }
  })
  afterCommit(db, () => access.invalidate(agent.id))
  return presentAgent(presentApp(changed.app, agent.user_role), changed.instructions)
}

/** The number of the version that it was until now. One that nobody saved as a version becomes one. */
async function insertFormer(tx: Db, app_id: string, state: AgentState, created_date: Date): Promise<number> {
  const store = versionStore(tx)
  const latest = await store.latest(app_id)
  if (latest && FIELDS.every((field) => latest[field] === state[field])) return latest.version
  const version = (latest?.version ?? 0) + 1
  await store.insert({ app_id, version, ...state, created_by: null, created_date })
  return version
}

function given(state: AgentChange['state']): Partial<AgentState> {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
