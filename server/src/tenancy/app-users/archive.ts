/** The users of apps in an archive: members of the workspace, and own users with an account. */
import { Email, Id } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { archivedRow, archiveOf, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPasswords } from '../../platform/passwords/passwords.ts'
import { requireHashes, withoutPassword } from '../archive/password-hashes.ts'
import { isOfExportedApp } from '../archive/scope.ts'
import { refuseCommonPasswords } from '../new-password.ts'
import { appUsers } from './store.ts'

const { app_id, user_id, full_name, password_hash, role, data, created_date, updated_date } =
  archivedRow(appUsers).properties
const is_invited = Type.Optional(Type.Boolean())

const ArchivedAccount = Type.Object({
  app_id,
  id: Id,
  email: Email,
  full_name,
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  password_hash,
  role,
  data,
  is_verified: Type.Optional(Type.Boolean()),
  is_invited,
  created_date,
  updated_date,
})

const ArchivedAppUser = Type.Object({ app_id, user_id, full_name, role, data, is_invited })

/** Passwords come in as text, or as hashes that are kept as they are; hashes go out only by choice. */
export const appUserArchive: readonly Collection[] = [
  collection({
    ...archiveOf(appUsers),
    row: ArchivedAppUser,
    import: importAppUsers,
    export: (db, scope) => exportUsers(db, scope, sql`member_id is not null`, APP_USER),
  }),
  collection({
    ...archiveOf(appUsers),
    name: 'app_accounts',
    row: ArchivedAccount,
    key: (row) => [row.app_id, row.id],
    import: importAccounts,
    leaves: 'users that automated tests made, or of apps that are being removed',
    export: (db, scope) =>
      exportUsers(db, scope, IS_OWN, scope.with_passwords ? sql`${ACCOUNT}, password_hash` : ACCOUNT),
    leftOut: async (db, scope) =>
      withoutPassword(
        db,
        scope,
        'app_accounts',
        sql`app_users where password_hash is not null and ${IS_OWN} and ${isOfExportedApp(scope, 'app_users.app_id')}`,
      ),
  }),
]

const IS_OWN = sql<boolean>`email is not null and not is_test`

type Rows = readonly ArchiveRow<Type.Static<typeof ArchivedAccount>>[]

async function importAccounts(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  // An account has no `user_id`, so that only its app is looked up.
  await requireReferences(tx, appUsers, rows, context)
  await refuseUsersOfAtrium(tx, rows, context)
  const fresh = await withoutKnown(tx, rows)
  refuseCommonPasswords(fresh, context)
  requireHashes(fresh, context)
  const hashes = await hashPasswords(fresh.map(({ row }) => row.password ?? null))
  const accounts = fresh.map(({ row }, at) => {
    const email = row.email.toLowerCase()
    const stored = storedRow(appUsers, { ...row, user_id: row.id, email }, context.now)
    return {
      ...stored,
      password_hash: hashes[at] ?? row.password_hash ?? null,
      // Anyone who moves people in vouches for their emails, unless the file says otherwise.
      verified_date: row.is_verified === false ? null : stored.created_date,
      invited_date: row.is_invited === true ? stored.created_date : null,
    }
  })
  const added = await appUsers.insertNew(tx, accounts)
  const ids = new Set(added.map((one) => one.user_id))
  const taken = fresh.find(({ row }) => !ids.has(row.id))
  if (taken) context.fail(taken.index, 'email', 'Another user of this app has this email already')
  const silent = accounts.filter(({ password_hash }) => password_hash === null).length
  context.lost('app_accounts', silent, 'they came without a password: they ask for a mail that sets one')
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

async function importAppUsers(
  tx: Db,
  rows: readonly ArchiveRow<Type.Static<typeof ArchivedAppUser>>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, appUsers, rows, context)
  // The row itself lets them in; those that only hold what an app keeps of its visitors say so.
  const users = rows.map(({ row: { is_invited = true, ...row } }) => ({
    ...{ full_name: '', role: null, data: {}, ...row },
    invited_date: is_invited ? context.now : null,
  }))
  return (await appUsers.insertNew(tx, users)).length
}

const APP_USER = sql`user_id, nullif(full_name, '') as full_name, role, data,
  case when invited_date is null then false end as is_invited`
const ACCOUNT = sql`user_id as id, email, full_name, role, data, verified_date is not null as is_verified,
  invited_date is not null as is_invited, created_date, updated_date`

function exportUsers(db: Db, scope: ExportScope, isOfKind: RawBuilder<unknown>, fields: RawBuilder<unknown>) {
  return byKey<{ app_id: string; user_id?: string; id?: string }>(async (after, limit) => {
    const { rows } = await sql<{ app_id: string; user_id?: string; id?: string }>`
      select app_id, ${fields} from app_users
       where (app_id, user_id) > (${after?.app_id ?? ''}, ${after?.user_id ?? after?.id ?? ''})
         and ${isOfKind} and ${isOfExportedApp(scope, 'app_users.app_id')}
       order by app_id, user_id limit ${limit}`.execute(db)
    return rows
  })
}
