import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { accountStore } from './account-store.ts'

/** All of this person, in apps too, but for the one that is kept; how many. Afterwards `authenticator.invalidate()` is due. */
export async function endAllSessions(tx: Db, userId: string, kept: string | null): Promise<number> {
  const ended = await accountStore(tx).deleteSessions(userId, kept)
  await notify(tx, CREDENTIALS_CHANNEL, userId)
  return ended
}
