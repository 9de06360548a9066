import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { type Caller, callerOf } from '../access/caller.ts'
import { SESSION_DAYS } from './session-cookie.ts'
import { sessionStore } from './store.ts'

/** A session for somebody who has shown who they are: its token, shown once, and them as a caller with it. */
export async function startSession(
  { clock }: { clock: Clock },
  tx: Db,
  visitor: Visitor,
  user: NonNullable<Caller['user']>,
): Promise<{ token: string; caller: Caller }> {
  const now = clock.now()
  const token = makeSecret('ses')
  const id = makeId('ses', now)
  const expires_at = new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000)
  const secret_hash = hashSecret(token)
  await sessionStore(tx).insert({ id, secret_hash, user_id: user.id, created_date: now, expires_at })
  const caller = callerOf(
    {
      ...{ id, kind: 'session', permission: 'full_access', user, expires_at },
      ...{ workspace_id: null, app_ids: null, last_used_at: null, memberships: [] },
    },
    visitor,
    undefined,
  )
  return { token, caller }
}
