import type { InputOf, operations } from '@atrium/contract'
import { type Caller, userOf } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { presentSettings, settingsStore } from './settings-store.ts'

export async function readAttentionSettings(
  { db, access }: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.attention.read_settings>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const row = await settingsStore(db).find({ workspace_id: workspace.id, user_id: userOf(caller).id })
  return presentSettings(row)
}
