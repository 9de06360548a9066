/** Whether the holder of an account has proved its email. */
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'

const verify = prepared<{ id: string }>(
  'verify_account',
  'update users set is_verified = true where id = $1 and not is_verified returning id',
)

// Nobody knows who set these: whoever made the account may still hold them.
const DROPPED = [
  'update users set password_hash = null where id = $1',
  'delete from credentials where user_id = $1',
  'delete from passkeys where user_id = $1',
  'delete from totp_factors where user_id = $1',
  'delete from recovery_codes where user_id = $1',
  'delete from password_resets where user_id = $1',
  'delete from known_devices where user_id = $1',
].map((text, at) => prepared(`drop_unverified_${at}`, text))

export const verificationStore = (db: Db) => ({
  /** For a holder who is signed in and has just proved the email: what they set stays. */
  async verify(userId: string): Promise<void> {
    await verify(db, [userId])
  },
  /**
   * For somebody who proves the email and may be another person than the one who made the account: drops every way in
   * that an unverified account has. Returns false, and drops nothing, where it is verified. Afterwards
   * `authenticator.invalidate()` is due.
   */
  async takeOver(userId: string): Promise<boolean> {
    const isUnverified = (await verify(db, [userId])).length > 0
    if (!isUnverified) return false
    for (const drop of DROPPED) await drop(db, [userId])
    await notify(db, CREDENTIALS_CHANNEL, userId)
    return true
  },
})
