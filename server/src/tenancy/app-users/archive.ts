/** The users of apps in an archive: members of the workspace, and own users with an account. */
import { Email, Id, Nullable } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew, named, requireKnown } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPasswords } from '../../platform/passwords.ts'
import { refuseCommonPasswords } from '../new-password.ts'

const Data = Type.Record(Type.String(), Type.Unknown())

const ArchivedAccount = Type.Object({
  app_id: Id,
  id: Id,
  email: Email,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  role: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  data: Type.Optional(Data),
  is_verified: Type.Optional(Type.Boolean()),
  is_invited: Type.Optional(Type.Boolean()),
  created_date: Type.Optional(ArchiveTime),
  updated_date: Type.Optional(ArchiveTime),
})
type ArchivedAccount = Type.Static<typeof ArchivedAccount>

const ArchivedAppUser = Type.Object({
  app_id: Id,
  user_id: Id,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  role: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  data: Type.Optional(Data),
  is_invited: Type.Optional(Type.Boolean()),
})
type ArchivedAppUser = Type.Static<typeof ArchivedAppUser>

/** Passwords come in as text and are kept as hashes; they never go out. */
export const appUserArchive: readonly Collection[] = [
  collection({
    name: 'app_users',
    after: ['apps', 'users'],
    row: ArchivedAppUser,
    key: ({ app_id, user_id }) => [app_id, user_id],
    import: importAppUsers,
    export: exportAppUsers,
  }),
  collection({
    name: 'app_accounts',
    after: ['apps', 'users'],
    row: ArchivedAccount,
    key: ({ app_id, id }) => [app_id, id],
    import: importAccounts,
    export: exportAccounts,
  }),
]

type Rows = readonly ArchiveRow<ArchivedAccount>[]

const COLUMNS = {
  app_id: 'text',
  user_id: 'text',
  email: 'text',
  full_name: 'text',
  password_hash: 'text',
  role: 'text',
  data: 'jsonb',
  verified_date: 'timestamptz',
  invited_date: 'timestamptz',
  created_date: 'timestamptz',
  updated_date: 'timestamptz',
}

async function importAccounts(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  await refuseUsersOfAtrium(tx, rows, context)
  const fresh = await withoutKnown(tx, rows)
  refuseCommonPasswords(fresh, context)
  const hashes = await hashPasswords(fresh.map(({ row }) => row.password ?? null))
  const accounts = fresh.map(({ row }, at) => {
    const created_date = readTime(row.created_date ?? 'now', context.now)
    return {
      app_id: row.app_id,
      user_id: row.id,
      email: row.email.toLowerCase(),
      full_name: row.full_name ?? '',
      password_hash: hashes[at] ?? null,
      role: row.role ?? null,
      data: row.data ?? {},
      // Anyone who moves people in vouches for their emails, unless the file says otherwise.
      verified_date: row.is_verified === false ? null : created_date,
      invited_date: row.is_invited === true ? created_date : null,
      created_date,
      updated_date: row.updated_date ? readTime(row.updated_date, context.now) : created_date,
    }
  })
  const added = await insertNew(tx, 'app_users', COLUMNS, accounts, 'user_id')
  const taken = fresh.find(({ row }) => !added.includes(row.id))
  if (taken) context.fail(taken.index, 'email', 'Another user of this app has this email already')
  return added.length
}

/** An id stands for one person: a user of Atrium, or an own user of an app. */
async function refuseUsersOfAtrium(tx: Db, rows: Rows, context: ImportContext): Promise<void> {
  const ids = rows.map(({ row }) => row.id)
  const { rows: users } = await sql<{ id: string }>`select id from users where id = any(${ids})`.execute(tx)
  const twice = rows.find(({ row }) => users.some(({ id }) => id === row.id))
  if (twice) context.fail(twice.index, 'id', 'A user of Atrium has this id; members are in app_users')
}

async function withoutKnown(tx: Db, rows: Rows): Promise<Rows> {
  const apps = rows.map(({ row }) => row.app_id)
  const ids = rows.map(({ row }) => row.id)
  const { rows: known } = await sql<{ app_id: string; user_id: string }>`
    select u.app_id, u.user_id from app_users u
      join unnest(${apps}::text[], ${ids}::text[]) as given(app_id, user_id)
        on given.app_id = u.app_id and given.user_id = u.user_id`.execute(tx)
  const keys = new Set(known.map(({ app_id, user_id }) => `${app_id} ${user_id}`))
  return rows.filter(({ row }) => !keys.has(`${row.app_id} ${row.id}`))
}

type Exported = { app_id: string; id: string } & { [Field in keyof ArchivedAccount]: unknown }

function exportAccounts(db: Db, scope: ExportScope) {
  return byKey<Exported>(async (after, limit) => {
    const { rows } = await sql<Exported>`
      select u.app_id, u.user_id as id, u.email, u.full_name, u.role, u.data,
             u.verified_date is not null as is_verified, u.invited_date is not null as is_invited, u.created_date,
             u.updated_date
        from app_users u join apps a on a.id = u.app_id and a.deleted_at is null
       where u.email is not null and (u.app_id, u.user_id) > (${after?.app_id ?? ''}, ${after?.id ?? ''})
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by u.app_id, u.user_id limit ${limit}`.execute(db)
    return rows
  })
}

const APP_USER_COLUMNS = {
  app_id: 'text',
  user_id: 'text',
  full_name: 'text',
  role: 'text',
  data: 'jsonb',
  invited_date: 'timestamptz',
}

async function importAppUsers(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedAppUser>[],
  context: ImportContext,
): Promise<number> {
  await requireKnown(tx, rows, context, { table: 'apps', noun: 'app', of: named('app_id') })
  await requireKnown(tx, rows, context, { table: 'users', noun: 'user', of: named('user_id') })
  // The row itself lets them in; those that only hold what an app keeps of its visitors say so.
  const users = rows.map(({ row: { is_invited = true, ...row } }) => ({
    ...{ full_name: '', role: null, data: {}, ...row },
    invited_date: is_invited ? context.now : null,
  }))
  return (await insertNew(tx, 'app_users', APP_USER_COLUMNS, users, 'user_id')).length
}

type AppUserKey = { app_id: string; user_id: string }

function exportAppUsers(db: Db, scope: ExportScope) {
  return byKey<AppUserKey & { [Field in keyof ArchivedAppUser]: unknown }>(async (after, limit) => {
    const { rows } = await sql<AppUserKey & { [Field in keyof ArchivedAppUser]: unknown }>`
      select u.app_id, u.user_id, nullif(u.full_name, '') as full_name, u.role, u.data,
             case when u.invited_date is null then false end as is_invited
        from app_users u join apps a on a.id = u.app_id and a.deleted_at is null
       where u.member_id is not null and (u.app_id, u.user_id) > (${after?.app_id ?? ''}, ${after?.user_id ?? ''})
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by u.app_id, u.user_id limit ${limit}`.execute(db)
    return rows
  })
}
