import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAccount } from './present-account.ts'
import { signedIn } from './signed-in.ts'

export async function readAccount({ db }: TenancyDeps, caller: Caller) {
  return presentAccount(db, signedIn(caller).id)
}
