/** Accounts of an app's own users: what they sign up and sign in with. */
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { isLetIn, mayEnter } from '../access/store.ts'

/** Somebody who may be meant by an email. */
export interface Candidate {
  id: string
  email: string
  workspace_id: string
  whose: 'own' | 'member'
  password_hash: string | null
  is_verified: boolean
  is_let_in: boolean
}

/** The app as it stands to an email. */
export interface Entry {
  app_id: string
  workspace_id: string
  app_name: string
  published_url: string | null
  allowed_origins: string[]
  allow_localhost: boolean
  use_hosted_pages: boolean
  is_let_in: boolean
  /** The own user with this email; null when there is none. */
  user_id: string | null
  is_verified: boolean
  is_invited: boolean
  has_password: boolean
  /** Somebody with this email is a user of Atrium whom the app takes. */
  is_seen: boolean
}

export interface SignUp {
  password_hash: string
  is_contested: boolean
}

const candidates = prepared<Candidate>(
  'app_login_candidates',
  `select au.user_id as id, au.email, a.workspace_id, 'own' as whose, au.password_hash, au.verified_date is not null as is_verified,
          ${isLetIn('a', 'au.email', 'au.invited_date')} as is_let_in
     from apps a join app_users au on au.app_id = a.id and au.email = $2
    where a.id = $1 and a.deleted_at is null
   union all
   select u.id, u.email, a.workspace_id, 'member', u.password_hash, true, true
     from apps a join users u on u.email = $2 and not u.is_service
    where a.id = $1 and a.deleted_at is null and ${mayEnter('a', 'u.id')}`,
)

const entry = prepared<Entry>(
  'app_entry',
  `select a.id as app_id, a.workspace_id, a.name as app_name, a.published_url,
          a.allowed_origins, a.allow_localhost, a.use_hosted_pages,
          ${isLetIn('a', '$2', 'au.invited_date')} as is_let_in, au.user_id,
          au.verified_date is not null as is_verified, au.invited_date is not null as is_invited,
          au.password_hash is not null as has_password,
          exists (select from users u where u.email = $2 and not u.is_service and ${mayEnter('a', 'u.id')}) as is_seen
     from apps a left join app_users au on au.app_id = a.id and au.email = $2
    where a.id = $1 and a.deleted_at is null`,
)

const lockEmail = prepared(
  'lock_app_email',
  `select pg_advisory_xact_lock(hashtextextended('app user ' || $1 || ' ' || $2, 0))::text`,
)

const signUp = prepared<SignUp>(
  'app_sign_up',
  `select password_hash, is_contested from app_users
    where app_id = $1 and email = $2 and verified_date is null and password_hash is not null
      and updated_date > $3`,
)

const register = prepared<{ id: string }>(
  'register_app_user',
  `insert into app_users (app_id, user_id, email, full_name, password_hash, is_contested, created_date, updated_date)
   values ($1, $2, $3, $4, $5, $6, $7, $7)
   on conflict (app_id, email) where email is not null do update
     set full_name = coalesce(nullif(excluded.full_name, ''), app_users.full_name),
         password_hash = excluded.password_hash, is_contested = excluded.is_contested,
         updated_date = excluded.updated_date
     where app_users.verified_date is null
   returning user_id as id`,
)

const invite = prepared<{ id: string }>(
  'invite_app_user',
  `insert into app_users (app_id, user_id, email, role, invited_date, created_date, updated_date)
   values ($1, $2, $3, $4, $5, $5, $5)
   on conflict (app_id, email) where email is not null do update
     set role = excluded.role, invited_date = excluded.invited_date, updated_date = excluded.updated_date
     where app_users.invited_date is null
   returning user_id as id`,
)

const verify = prepared(
  'verify_app_user',
  `update app_users set verified_date = coalesce(verified_date, $3), updated_date = $3, is_contested = false,
          password_hash = case when is_contested then null else password_hash end
    where app_id = $1 and user_id = $2`,
)

// Somebody may sign up with the email at this moment.
const insertProved = prepared<{ id: string }>(
  'insert_proved_app_user',
  `insert into app_users (app_id, user_id, email, full_name, verified_date, created_date, updated_date)
   values ($1, $2, $3, $4, $5, $5, $5)
   on conflict (app_id, email) where email is not null do update
     set verified_date = coalesce(app_users.verified_date, excluded.verified_date), is_contested = false,
         password_hash = case when app_users.verified_date is null then null else app_users.password_hash end
   returning user_id as id`,
)

// A password that waits for a code may be a stranger's: a link says nothing about it. // G646
const verifyByLink = prepared(
  'verify_app_user_by_link',
  `update app_users set verified_date = $3, updated_date = $3, is_contested = false, password_hash = null
    where app_id = $1 and user_id = $2 and verified_date is null`,
)

const addUnverified = prepared<{ id: string }>(
  'add_unverified_app_user',
  `insert into app_users (app_id, user_id, email, created_date, updated_date) values ($1, $2, $3, $4, $4)
   on conflict do nothing returning user_id as id`,
)

const setPassword = prepared(
  'set_app_password',
  `update app_users set password_hash = $3, updated_date = $4, is_contested = false
    where app_id = $1 and user_id = $2 and email is not null`,
)

const passwordOf = prepared<{ password_hash: string | null; is_member: boolean }>(
  'app_password',
  `select password_hash, member_id is not null as is_member from app_users where app_id = $1 and user_id = $2`,
)

const deleteUnverified = prepared(
  'delete_unverified_app_users',
  `delete from app_users where email is not null and verified_date is null and invited_date is null
      and updated_date < $1`,
)

export const accountStore = (db: Db) => ({
  async candidates(appId: string, email: string): Promise<Candidate[]> {
    return candidates(db, [appId, email])
  },
  async entry(appId: string, email: string): Promise<Entry | undefined> {
    const [row] = await entry(db, [appId, email])
    return row
  },
  /** The sign-up with this email that waits for its code; others wait until this transaction ends. */
  async lockSignUp(appId: string, email: string, since: Date): Promise<SignUp | undefined> {
    await lockEmail(db, [appId, email])
    const [row] = await signUp(db, [appId, email, since])
    return row
  },
  /** The id of the account, new or not verified until now; null when somebody verified stands there. */
  async register(row: {
    app_id: string
    id: string
    email: string
    full_name: string
    password_hash: string
    is_contested: boolean
    now: Date
  }): Promise<string | null> {
    const { app_id, id, email, full_name, password_hash, is_contested, now } = row
    const [stored] = await register(db, [app_id, id, email, full_name, password_hash, is_contested, now])
    return stored?.id ?? null
  },
  /** The id of the account, new or not invited until now; null when they were invited before. */
  async invite(row: { app_id: string; id: string; email: string; role: string | null; now: Date }) {
    const { app_id, id, email, role, now } = row
    const [stored] = await invite(db, [app_id, id, email, role, now])
    return stored?.id ?? null
  },
  async verify(appId: string, userId: string, now: Date): Promise<void> {
    await verify(db, [appId, userId, now])
  },
  /** Those who have the mailbox have the account; a password from before it was proved is gone. */
  async verifyByLink(appId: string, userId: string, now: Date): Promise<void> {
    await verifyByLink(db, [appId, userId, now])
  },
  /** The id of the new account without a password; null when there is one with this email. */
  async addUnverified(row: { app_id: string; id: string; email: string; now: Date }): Promise<string | null> {
    const [stored] = await addUnverified(db, [row.app_id, row.id, row.email, row.now])
    return stored?.id ?? null
  },
  /** Others who sign up with this email wait until this transaction ends. */
  async lockEmail(appId: string, email: string): Promise<void> {
    await lockEmail(db, [appId, email])
  },
  /** A new account whose email is proved; it has no password. */
  async insertProved(row: { app_id: string; id: string; email: string; full_name: string; now: Date }) {
    const [stored] = await insertProved(db, [row.app_id, row.id, row.email, row.full_name, row.now])
    return stored?.id ?? row.id
  },
  async setPassword(appId: string, userId: string, passwordHash: string, now: Date): Promise<void> {
    await setPassword(db, [appId, userId, passwordHash, now])
  },
  async passwordOf(appId: string, userId: string) {
    const [row] = await passwordOf(db, [appId, userId])
    return row
  },
  /** Who signed up before this time and never proved their email. */
  async deleteUnverified(before: Date): Promise<void> {
    await deleteUnverified(db, [before])
  },
})
