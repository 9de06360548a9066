import type { Caller } from '../access/caller.ts'
import { userOf } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { sessionStore } from './store.ts'

export async function readSession({ db }: BaseDeps, caller: Caller) {
  return sessionStore(db).getMe(userOf(caller).id, caller.workspace_id)
}
