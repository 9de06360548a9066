import { type Caller, userOf } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { sessionStore } from './store.ts'

export async function listWorkspaces({ db }: BaseDeps, caller: Caller) {
  const { workspaces } = await sessionStore(db).getMe(userOf(caller).id, caller.workspace_id)
  return { workspaces }
}
