import type { Caller } from '../access/caller.ts'
import { userOf } from '../access/caller.ts'
import type { Ground } from '../ground.ts'
import { sessionStore } from './store.ts'

export async function readSession({ db }: Ground, caller: Caller) {
  return sessionStore(db).getMe(userOf(caller).id, caller.workspace_id)
}
