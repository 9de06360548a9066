import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accountOf } from './account-store.ts'
import { presentAccount } from './present-account.ts'

export async function readAdAccount(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.ads.read_account>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const account = await accountOf(db, app.id)
  return { account: account && presentAccount(account) }
}
