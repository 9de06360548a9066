import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { archivedRow, archiveOf, exportByKey, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPasswords } from '../../platform/passwords/passwords.ts'
import { refuseCommonPasswords } from '../new-password.ts'
import { users } from '../tables.ts'
import { requireHashes, withoutPassword } from './password-hashes.ts'
import { inScope } from './scope.ts'

const User = Type.Object({
  ...archivedRow(users).properties,
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
})
type User = Type.Static<typeof User>

/** Passwords come in as text, or as hashes that are kept as they are; hashes go out only by choice. */
export const userArchive = collection({
  ...archiveOf(users),
  row: User,
  import: importUsers,
  leaves: 'they have no part in the exported workspaces',
  export: (db, scope) =>
    exportByKey(db, users, isOf(scope), {
      is_service: sql`case when users.is_service then true end`,
      is_verified: sql`case when not users.is_verified then false end`,
      password_hash: scope.with_passwords ? sql`users.password_hash` : sql`null::text`,
    }),
  leftOut: async (db, scope) =>
    withoutPassword(db, scope, 'users', sql`users where password_hash is not null and ${isOf(scope)}`),
})

/** Whether a user is a member, owns an app or was given one; looked up user by user, as a batch has few. */
function isOf(scope: ExportScope): RawBuilder<boolean> {
  if (scope.workspace_ids === null) return sql<boolean>`true`
  return sql<boolean>`coalesce(
    (select true from members where user_id = users.id and ${inScope(scope, 'members.workspace_id')} limit 1),
    (select true from apps where owner_id = users.id and ${inScope(scope, 'apps.workspace_id')} limit 1),
    (select true from collaborators join apps on apps.id = app_id
     where user_id = users.id and ${inScope(scope, 'apps.workspace_id')} limit 1),
    false)`
}

async function importUsers(tx: Db, rows: readonly ArchiveRow<User>[], context: ImportContext) {
  const ids = rows.map(({ row }) => row.id)
  const before = await sql<{ id: string }>`select id from users where id = any(${ids})`.execute(tx)
  const known = new Set(before.rows.map(({ id }) => id))
  const fresh = rows.filter(({ row }) => !known.has(row.id))
  refuseCommonPasswords(fresh, context)
  requireHashes(fresh, context)
  const hashes = await hashPasswords(fresh.map(({ row }) => row.password ?? null))
  const stored = fresh.map(({ row }, at) => ({
    ...storedRow(users, row, context.now),
    email: row.email.toLowerCase(),
    password_hash: hashes[at] ?? row.password_hash ?? null,
  }))
  const added = new Set((await users.insertNew(tx, stored)).map(({ id }) => id))
  const taken = fresh.find(({ row }) => !added.has(row.id))
  if (taken) context.fail(taken.index, 'email', 'Another user has this email already')
  const silent = stored.filter(({ password_hash, is_service }) => password_hash === null && !is_service)
  context.lost('users', silent.length, 'they came without a password: `atrium user password` sets one')
  return added.size
}
