import { type Caller, userOf } from '../access/caller.ts'
import type { Ground } from '../ground.ts'
import { sessionStore } from './store.ts'

export async function listWorkspaces({ db }: Ground, caller: Caller) {
  const { workspaces } = await sessionStore(db).getMe(userOf(caller).id, caller.workspace_id)
  return { workspaces }
}
