import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { readTime } from '../../platform/time/read-time.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { requireNoFurther } from './no-further.ts'
import { tokenStore } from './store.ts'

export async function createToken(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.tokens.create>,
) {
  const now = clock.now()
  const expires_at = body.expires_at ? readTime(body.expires_at, ['body', 'expires_at']) : null
  if (expires_at && expires_at <= now) {
    throw invalid(['body', 'expires_at'], 'datetime_future', 'Input should be in the future')
  }

  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const app_ids = body.app_ids ? await access.apps(caller, workspace, body.app_ids) : null
  requireNoFurther(caller, { app_ids, expires_at })

  const user = userOf(caller)
  const token = makeSecret('pat')
  const row = {
    id: makeId('tok', now),
    name: body.name,
    permission: body.permission,
    app_ids,
    user_id: user.id,
    created_date: now,
    expires_at,
    last_used_at: null,
  }
  await transaction(db, async (tx) => {
    await tokenStore(tx).insert({ ...row, workspace_id: workspace.id, secret_hash: hashSecret(token) })
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'tokens.create',
      target_type: 'token',
      target_id: row.id,
      detail: { name: row.name, permission: row.permission, app_ids, expires_at },
    })
  })
  return { ...row, user_email: user.email, token }
}
