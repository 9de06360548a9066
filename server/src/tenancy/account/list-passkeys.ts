import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { passkeyStore } from './passkey-store.ts'
import { presentPasskey } from './present-passkey.ts'
import { signedIn } from './signed-in.ts'

export async function listPasskeys({ db }: TenancyDeps, caller: Caller) {
  const rows = await passkeyStore(db).list(signedIn(caller).id)
  return { items: rows.map(presentPasskey) }
}
