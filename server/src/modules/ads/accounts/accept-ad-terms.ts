import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { acceptTerms, accountOf } from './account-store.ts'
import { presentAccount } from './present-account.ts'

/** The first time counts: who accepts again changes nothing. */
export async function acceptAdTerms(
  { db, clock, access, audit }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.ads.accept_terms>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const by = { date: clock.now(), user_id: caller.user?.id ?? null }
  const accepted = await transaction(db, async (tx) => {
    const row = await acceptTerms(tx, { app_id: app.id, id: params.account_id }, by)
    if (row) {
      await audit.record(tx, caller, {
        workspace_id: app.workspace_id,
        action: 'ads.accept_terms',
        target_type: 'ad_account',
        target_id: row.id,
        app_id: app.id,
      })
    }
    return row
  })
  const account = accepted ?? (await accountOf(db, app.id))
  if (account === null || account.id !== params.account_id) throw refuse('ads_account_not_found')
  return { account: presentAccount(account) }
}
