import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type SignInAttemptRow, signInAttempts } from './tables.ts'

const insertAttempt = prepared(
  'insert_sign_in_attempt',
  `insert into sign_in_attempts (state_hash, browser_hash, workspace_id, app_id, provider, return_to, client_state,
                                 expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

const claimAttempt = prepared<SignInAttemptRow>(
  'claim_sign_in_attempt',
  `delete from sign_in_attempts
    where state_hash = $1 and browser_hash = $2 and expires_at > $3
      and workspace_id is not distinct from $4 and app_id is not distinct from $5 and provider is not distinct from $6
   returning ${signInAttempts.columns()}`,
)

const deleteExpired = prepared(
  'delete_expired_sign_ins',
  'delete from sign_in_attempts where expires_at < $1',
)

export type Place =
  | { workspace_id: string; app_id: null; provider: null }
  | { workspace_id: null; app_id: string; provider: string }

export const attemptStore = (db: Db) => ({
  async insert(row: SignInAttemptRow, now: Date): Promise<void> {
    await deleteExpired(db, [now])
    const { state_hash, browser_hash, workspace_id, app_id, provider, return_to, client_state, expires_at } =
      row
    await insertAttempt(db, [
      ...[state_hash, browser_hash, workspace_id, app_id, provider],
      ...[return_to, client_state, expires_at],
    ])
  },
  /** Only once, in time, by the browser that started, and at the address of the provider that it was started for. */
  async claim(
    hashes: Pick<SignInAttemptRow, 'state_hash' | 'browser_hash'>,
    { workspace_id, app_id, provider }: Place,
    now: Date,
  ): Promise<SignInAttemptRow | undefined> {
    const { state_hash, browser_hash } = hashes
    const [row] = await claimAttempt(db, [state_hash, browser_hash, now, workspace_id, app_id, provider])
    return row
  },
})
