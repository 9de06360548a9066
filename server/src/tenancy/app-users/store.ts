import { Email, Id } from '@atrium/contract'
import { AppUserRole } from '@atrium/contract/app-users'
import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { boolean, json, type RowOf, table, text, time } from '../../platform/database/table.ts'
import { canSee } from '../access/store.ts'
import { type apps, COMPUTED, FullName } from '../tables.ts'
import type { Fields } from './user-fields.ts'

const AS_FLAG = 'an archive says only whether there is one'
/** Own users have an email here, and are the collection `app_accounts`; members have theirs in `users`. */
export const appUsers = table(
  'app_users',
  {
    app_id: text(Id),
    user_id: text(Id),
    email: text(Email).nullable(),
    full_name: text(FullName).default(''),
    password_hash: text().nullable(),
    role: text(AppUserRole).nullable(),
    data: json(Type.Record(Type.String(), Type.Unknown())).default({}),
    verified_date: time().nullable().notArchived(AS_FLAG),
    invited_date: time().nullable().notArchived(AS_FLAG),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
    is_contested: boolean().notArchived('it is about passwords, which do not go out'),
    member_id: text().nullable().notArchived(COMPUTED),
    is_test: boolean().notArchived('those of tests do not go out at all'),
  },
  { key: ['app_id', 'user_id'], references: { app_id: 'apps', user_id: 'users' } },
)
type Stored = RowOf<typeof appUsers>

export interface AppUserRow
  extends Omit<Stored, 'app_id' | 'user_id' | 'password_hash' | 'is_contested' | 'member_id' | 'is_test'> {
  id: string
  email: string
  is_member: boolean
}

export interface Change extends Pick<Stored, 'app_id' | 'user_id'> {
  /** Merged; null clears a field. */
  data: Fields
  now: Date
}

const COLUMNS = `
  au.user_id as id, coalesce(au.email, u.email) as email,
  coalesce(nullif(au.full_name, ''), u.full_name, '') as full_name, au.member_id is not null as is_member,
  au.role, au.data, au.verified_date, au.invited_date, au.created_date, au.updated_date`

const appUser = prepared<AppUserRow>(
  'app_user',
  `select ${COLUMNS} from app_users au left join users u on u.id = au.member_id
    where au.app_id = $1 and au.user_id = $2`,
)

// Members come with what Atrium knows of them, until the app keeps something of its own.
const appMe = prepared<Pick<AppUserRow, 'full_name' | 'created_date' | 'updated_date'>>(
  'app_me',
  `select coalesce(nullif(au.full_name, ''), u.full_name, '') as full_name,
          coalesce(au.created_date, u.created_date) as created_date,
          coalesce(au.updated_date, u.created_date) as updated_date
     from (select $1::text as app_id, $2::text as user_id) me
     left join app_users au on au.app_id = me.app_id and au.user_id = me.user_id
     left join users u on u.id = me.user_id
    where au.user_id is not null or u.id is not null`,
)

const listed = (searched: string) =>
  `select ${COLUMNS} from app_users au left join users u on u.id = au.member_id
    where au.app_id = $1 and ($2::timestamptz is null or (au.created_date, au.user_id) < ($2, $3)) ${searched}
    order by au.created_date desc, au.user_id desc limit $4`

const listUsers = prepared<AppUserRow>('app_users', listed(''))
const listUsersLike = prepared<AppUserRow>(
  'app_users_like',
  listed('and position($5 in coalesce(au.email, u.email)) > 0'),
)

const MERGED = '(app_users.data || $3::jsonb) - $4::text[]'

const changeOwn = prepared<{ user_id: string }>(
  'change_app_user',
  `update app_users set data = ${MERGED}, updated_date = $5, full_name = coalesce($6, full_name),
          role = case when $7 then $8 else role end
    where app_id = $1 and user_id = $2 returning user_id`,
)

const changeMember = prepared<{ user_id: string }>(
  'change_app_member',
  `insert into app_users (app_id, user_id, data, created_date, updated_date, full_name, role)
   select a.id, $2::text, $3::jsonb - $4::text[], $5::timestamptz, $5::timestamptz, coalesce($6, ''), $8::text
     from apps a where a.id = $1 and ${canSee('a', '$2')}
   on conflict (app_id, user_id) do update
     set data = ${MERGED}, updated_date = $5, full_name = coalesce($6, app_users.full_name),
         role = case when $7 then $8 else app_users.role end
   returning user_id`,
)

const upsertMember = prepared(
  'keep_app_member',
  `insert into app_users (app_id, user_id, created_date, updated_date) values ($1, $2, $3, $3)
   on conflict (app_id, user_id) do nothing`,
)

const deleteUser = prepared<{ email: string | null }>(
  'delete_app_user',
  'delete from app_users where app_id = $1 and user_id = $2 returning email',
)

const publicSettings = prepared<Pick<RowOf<typeof apps>, 'id' | 'public_settings'>>(
  'public_settings',
  'select id, public_settings from apps where id = $1 and deleted_at is null',
)

/** The people of an app. */
export const appUserStore = (db: Db) => ({
  async find(appId: string, userId: string): Promise<AppUserRow | undefined> {
    const [row] = await appUser(db, [appId, userId])
    return row
  },
  async findMe(appId: string, userId: string) {
    const [row] = await appMe(db, [appId, userId])
    return row
  },
  async list(
    appId: string,
    search: string | undefined,
    after: { created_date: string; id: string } | undefined,
    limit: number,
  ): Promise<AppUserRow[]> {
    const values = [appId, after?.created_date ?? null, after?.id ?? null, limit]
    return search === undefined ? listUsers(db, values) : listUsersLike(db, [...values, search.toLowerCase()])
  },
  /** Of one who has a row; returns whether there is one. */
  async change(change: Change & { full_name?: string; role?: string | null }): Promise<boolean> {
    return (await changeOwn(db, changed(change))).length > 0
  },
  /** Of somebody of the workspace who can see the app, with a row or without. */
  async changeMember(change: Change & { full_name?: string; role?: string | null }): Promise<boolean> {
    return (await changeMember(db, changed(change))).length > 0
  },
  /** From now on the app knows this member. */
  async upsertMember(appId: string, userId: string, now: Date): Promise<void> {
    await upsertMember(db, [appId, userId, now])
  },
  /** With their sessions; undefined when there is none. */
  async delete(appId: string, userId: string): Promise<{ email: string | null } | undefined> {
    const [row] = await deleteUser(db, [appId, userId])
    return row
  },
  async publicSettings(appId: string) {
    const [row] = await publicSettings(db, [appId])
    return row
  },
})

function changed({ app_id, user_id, data, now, full_name, role }: Parameters<AppUserStore['change']>[0]) {
  const cleared = Object.keys(data).filter((name) => data[name] === null)
  return [app_id, user_id, JSON.stringify(data), cleared, now, full_name ?? null, role !== undefined, role]
}

type AppUserStore = ReturnType<typeof appUserStore>
