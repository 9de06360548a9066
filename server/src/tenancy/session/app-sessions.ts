/** Sessions in one app: of its own users, and of members who signed in there. */
import { SESSION_DAYS } from '@atrium/contract/session'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { makeId } from '../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { appSessionStore } from './app-session-store.ts'

/** Somebody of whom the app has a row. */
export interface AppUserKey {
  app_id: string
  user_id: string
}

/** With a token for this app, shown once. */
export async function startAppSession(
  { clock }: { clock: Clock },
  tx: Db,
  { app_id, user_id }: AppUserKey,
  whose: 'own' | 'member',
): Promise<{ id: string; token: string }> {
  const now = clock.now()
  const token = makeSecret('aps')
  const id = makeId('aps', now)
  await appSessionStore(tx).insert({
    id,
    secret_hash: hashSecret(token),
    app_id,
    app_user_id: user_id,
    user_id: whose === 'member' ? user_id : null,
    created_date: now,
    expires_at: new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000),
  })
  return { id, token }
}

/** All of this person in the app, but for the one that is kept; how many. Afterwards `authenticator.invalidate()` is due. */
export async function endAppSessions(tx: Db, key: AppUserKey, kept: string | null = null): Promise<number> {
  const ended = await appSessionStore(tx).deleteAll(key, kept)
  await notify(tx, CREDENTIALS_CHANNEL, key.user_id)
  return ended
}

export async function endAppSession(tx: Db, credentialId: string): Promise<void> {
  await appSessionStore(tx).delete(credentialId)
  await notify(tx, CREDENTIALS_CHANNEL, credentialId)
}
