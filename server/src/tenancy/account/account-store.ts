/** A person's own account: name, password, sessions, and links for a new password. */
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bytes, integer, table, text, time } from '../../platform/database/table.ts'
import type { SignInRow } from '../session/sign-in-store.ts'

export const passwordResets = table(
  'password_resets',
  { user_id: text(), token_hash: bytes(), expires_at: time(), sends: integer(), sends_from: time() },
  { key: ['user_id'], notArchived: 'links are valid for an hour' },
)

export interface SessionRow extends Pick<SignInRow, 'address' | 'user_agent'> {
  id: string
  method: SignInRow['method'] | null
  second_factor: SignInRow['second_factor']
  created_date: Date
  expires_at: Date
  last_used_at: Date | null
}

const SENDS_PER_HOUR = 5

const passwordOf = prepared<{ email: string; full_name: string; password_hash: string | null }>(
  'account_of_user',
  'select email, full_name, password_hash from users where id = $1',
)

const setPassword = prepared('set_account_password', 'update users set password_hash = $2 where id = $1')

// Members carry the name too, so that lists of members need no other table.
const setName = prepared('set_account_name', 'update users set full_name = $2 where id = $1')
const setMemberNames = prepared<{ workspace_id: string }>(
  'set_member_names',
  'update members set full_name = $2 where user_id = $1 returning workspace_id',
)

const listSessions = prepared<SessionRow>(
  'sessions_of_user',
  `select c.id, c.created_date, c.expires_at, c.last_used_at, s.method, s.second_factor,
          coalesce(s.address, '') as address, coalesce(s.user_agent, '') as user_agent
     from credentials c left join sign_ins s on s.session_id = c.id
    where c.user_id = $1 and c.kind = 'session' and c.expires_at > $2
    order by c.created_date desc, c.id desc limit 200`,
)

const deleteSession = prepared<{ id: string }>(
  'delete_session_of_user',
  `delete from credentials where user_id = $1 and id = $2 and kind = 'session' returning id`,
)

// Sessions in apps are of the same person, by the same password.
const deleteSessions = prepared<{ id: string }>(
  'delete_sessions_of_user',
  `delete from credentials
    where user_id = $1 and kind in ('session', 'app_session') and id is distinct from $2 returning id`,
)

const confirmedAt = prepared<{ confirmed_at: Date }>(
  'session_confirmed_at',
  `select coalesce(s.confirmed_at, c.created_date) as confirmed_at
     from credentials c left join sign_ins s on s.session_id = c.id where c.id = $1`,
)

const confirm = prepared(
  'confirm_session',
  `insert into sign_ins (session_id, method, address, user_agent, confirmed_at) values ($1, $2, $3, '', $4)
   on conflict (session_id) do update set confirmed_at = excluded.confirmed_at`,
)

const putReset = prepared<{ user_id: string }>(
  'put_password_reset',
  `insert into password_resets as p (user_id, token_hash, expires_at, sends_from) values ($1, $2, $3, $4)
   on conflict (user_id) do update
     set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
         sends = case when p.sends_from > $4::timestamptz - interval '1 hour' then p.sends + 1 else 1 end,
         sends_from = case when p.sends_from > $4::timestamptz - interval '1 hour' then p.sends_from else $4 end
     where p.sends < ${SENDS_PER_HOUR} or p.sends_from <= $4::timestamptz - interval '1 hour'
   returning user_id`,
)

const findReset = prepared<{ user_id: string; email: string }>(
  'find_password_reset',
  `select p.user_id, u.email from password_resets p join users u on u.id = p.user_id
    where p.token_hash = $1 and p.expires_at > $2`,
)

const useReset = prepared<{ user_id: string }>(
  'use_password_reset',
  'delete from password_resets where token_hash = $1 and expires_at > $2 returning user_id',
)

const dropReset = prepared('drop_password_reset', 'delete from password_resets where user_id = $1')

const deleteExpired = prepared(
  'delete_expired_password_resets',
  'delete from password_resets where expires_at < $1',
)

export const accountStore = (db: Db) => ({
  async get(userId: string) {
    const [row] = await passwordOf(db, [userId])
    if (!row) throw new Error(`user ${userId} of a valid credential is gone`)
    return row
  },
  async setPassword(userId: string, passwordHash: string): Promise<void> {
    await setPassword(db, [userId, passwordHash])
    await dropReset(db, [userId]) // a link from before would undo the change
  },
  /** The workspaces whose list of members shows the name. */
  async setName(userId: string, name: string): Promise<string[]> {
    await setName(db, [userId, name])
    const rows = await setMemberNames(db, [userId, name])
    return rows.map(({ workspace_id }) => workspace_id)
  },
  /** Newest first; a person has at most 100. */
  async listSessions(userId: string, now: Date): Promise<SessionRow[]> {
    return listSessions(db, [userId, now])
  },
  async deleteSession(userId: string, id: string): Promise<boolean> {
    return (await deleteSession(db, [userId, id])).length > 0
  },
  /** All but the one that is kept; how many. */
  async deleteSessions(userId: string, kept: string | null): Promise<number> {
    return (await deleteSessions(db, [userId, kept])).length
  },
  async confirmedAt(sessionId: string): Promise<Date | undefined> {
    const [row] = await confirmedAt(db, [sessionId])
    return row?.confirmed_at
  },
  async confirm(sessionId: string, method: SignInRow['method'], address: string, now: Date): Promise<void> {
    await confirm(db, [sessionId, method, address, now])
  },
  /** In place of the one before; false when as many were sent as may be. */
  async putReset(userId: string, tokenHash: Buffer, expiresAt: Date, now: Date): Promise<boolean> {
    return (await putReset(db, [userId, tokenHash, expiresAt, now])).length > 0
  },
  async findReset(tokenHash: Buffer, now: Date) {
    const [row] = await findReset(db, [tokenHash, now])
    return row
  },
  /** True for one only, of all who come with it at once. */
  async useReset(tokenHash: Buffer, now: Date): Promise<boolean> {
    return (await useReset(db, [tokenHash, now])).length > 0
  },
  async deleteExpired(before: Date): Promise<void> {
    await deleteExpired(db, [before])
  },
})
