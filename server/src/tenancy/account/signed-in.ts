/** Account settings are for sessions: a token or key that leaks must not lock its owner out. */
import { refuse } from '../../platform/errors.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { accountStore } from './account-store.ts'

export const RECENT_MS = 10 * 60_000

/** The person, when they come with a session. */
export function signedIn(caller: Caller): NonNullable<Caller['user']> {
  if (caller.kind !== 'session') throw refuse('session_only')
  return userOf(caller)
}

/** The same, when they showed who they are within the last minutes: a device left open is not enough. */
export async function recentlySignedIn(
  { db, clock }: Pick<TenancyDeps, 'db' | 'clock'>,
  caller: Caller,
): Promise<NonNullable<Caller['user']>> {
  const user = signedIn(caller)
  const confirmedAt = await accountStore(db).confirmedAt(caller.credential_id)
  if (!confirmedAt || clock.now().getTime() - confirmedAt.getTime() > RECENT_MS)
    throw refuse('recent_sign_in_required')
  return user
}
