import type { InputOf, operations } from '@atrium/contract'
import { MAX_SERVICE_TOKENS } from '@atrium/contract/service-accounts'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { readTime } from '../../platform/time/read-time.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requireNoFurther } from '../tokens/no-further.ts'
import { tokenStore } from '../tokens/store.ts'
import { accessServiceAccount } from './access-service-account.ts'
import { serviceAccountStore } from './store.ts'

/** A personal access token whose person is the account: it works wherever one does. */
export async function createServiceToken(
  deps: TenancyDeps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.service_accounts.create_token>,
) {
  const { db, clock, access, audit } = deps
  const now = clock.now()
  const expires_at = body.expires_at ? readTime(body.expires_at, ['body', 'expires_at']) : null
  if (expires_at && expires_at <= now)
    throw invalid(['body', 'expires_at'], 'datetime_future', 'Input should be in the future')
  const { workspace, account } = await accessServiceAccount(deps, caller, { params, query })
  const app_ids = body.app_ids ? await access.apps(caller, workspace, body.app_ids) : null
  const { user_id, app_ids: reached } = account
  if (reached && app_ids?.some((id) => !reached.includes(id))) throw refuse('token_scope_exceeded')
  requireNoFurther(caller, { app_ids, expires_at })

  const token = makeSecret('pat')
  const id = makeId('tok', now)
  const shown = {
    ...{ id, name: body.name, permission: body.permission, app_ids },
    ...{ created_date: now, expires_at, last_used_at: null },
  }
  await transaction(db, async (tx) => {
    const store = serviceAccountStore(tx)
    if (!(await store.lock(workspace.id, user_id))) throw refuse('service_account_not_found')
    if ((await store.countTokens(workspace.id, user_id)) >= MAX_SERVICE_TOKENS)
      throw refuse('service_account_limit_reached')
    const row = { ...shown, user_id, workspace_id: workspace.id, secret_hash: hashSecret(token) }
    await tokenStore(tx).insert(row)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'service_accounts.create_token',
      target_type: 'token',
      target_id: id,
      detail: {
        ...{ name: body.name, permission: body.permission, app_ids, expires_at },
        service_account_id: user_id,
      },
    })
  })
  return { ...shown, token }
}
