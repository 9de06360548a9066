/** How sessions began, and the devices that people signed in from. */
import { OneOf } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bytes, type RowOf, table, text, time } from '../../platform/database/table.ts'

export const signIns = table(
  'sign_ins',
  {
    session_id: text(),
    method: text(OneOf(['password', 'passkey', 'openid', 'invitation'])),
    second_factor: text(OneOf(['totp', 'recovery_code', 'passkey'])).nullable(),
    address: text(),
    user_agent: text(),
    confirmed_at: time(),
  },
  { key: ['session_id'], notArchived: 'sessions stay on this installation' },
)
export type SignInRow = RowOf<typeof signIns>

export const knownDevices = table(
  'known_devices',
  { user_id: text(), device_hash: bytes(), last_seen: time() },
  { key: ['user_id', 'device_hash'], notArchived: 'sign-ins on this installation' },
)

/** Of one person; who signs in more often loses the session, or the device, that was used least recently. */
export const MOST_SESSIONS = 100
const MOST_DEVICES = 50

const insertSignIn = prepared(
  'insert_sign_in',
  `insert into sign_ins (session_id, method, second_factor, address, user_agent, confirmed_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

const endOldest = prepared<{ id: string }>(
  'end_oldest_sessions',
  `delete from credentials where id in (
     select id from credentials where user_id = $1 and kind = 'session'
      order by coalesce(last_used_at, created_date) desc, id desc offset ${MOST_SESSIONS})
   returning id`,
)

const findDevices = prepared<{ device_hash: Buffer }>(
  'find_known_devices',
  'select device_hash from known_devices where user_id = $1 and device_hash = any($2)',
)

const putDevices = prepared(
  'put_known_devices',
  `insert into known_devices (user_id, device_hash, last_seen) select $1, unnest($2::bytea[]), $3
   on conflict (user_id, device_hash) do update set last_seen = excluded.last_seen`,
)

const dropOldDevices = prepared(
  'drop_old_known_devices',
  `delete from known_devices where user_id = $1 and device_hash in (
     select device_hash from known_devices where user_id = $1 order by last_seen desc offset ${MOST_DEVICES})`,
)

export const signInStore = (db: Db) => ({
  async insert(row: SignInRow): Promise<void> {
    const { session_id, method, second_factor, address, user_agent, confirmed_at } = row
    await insertSignIn(db, [session_id, method, second_factor, address, user_agent, confirmed_at])
  },
  /** True when there were more than a person may have. */
  async endOldest(userId: string): Promise<boolean> {
    return (await endOldest(db, [userId])).length > 0
  },
  /** Whether one of these was seen before; all of them are known from now on. */
  async recordDevices(userId: string, hashes: readonly Buffer[], now: Date): Promise<boolean> {
    const known = await findDevices(db, [userId, hashes])
    await putDevices(db, [userId, hashes, now])
    await dropOldDevices(db, [userId])
    return known.length > 0
  },
})
