import { Email, Id } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashPasswords } from '../../platform/passwords.ts'
import { refuseCommonPasswords } from '../new-password.ts'
import { inScope } from './scope.ts'

const User = Type.Object({
  id: Id,
  email: Email,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  created_date: Type.Optional(ArchiveTime),
})
type User = Type.Static<typeof User>

/** Passwords come in as text and are kept as hashes; they never go out. */
export const users = collection({
  name: 'users',
  after: [],
  row: User,
  key: ({ id }) => [id],
  import: importUsers,
  export: (db, scope) =>
    byKey<UserRow>(async (after, limit) => {
      const { rows } = await sql<UserRow>`
        select id, email, full_name, created_date from users
        where id > ${after?.id ?? ''} and ${isOf(scope)}
        order by id limit ${limit}`.execute(db)
      return rows
    }),
})

interface UserRow {
  id: string
  email: string
  full_name: string
  created_date: Date
}

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

const COLUMNS = {
  id: 'text',
  email: 'text',
  full_name: 'text',
  password_hash: 'text',
  created_date: 'timestamptz',
}

async function importUsers(tx: Db, rows: readonly ArchiveRow<User>[], context: ImportContext) {
  const ids = rows.map(({ row }) => row.id)
  const before = await sql<{ id: string }>`select id from users where id = any(${ids})`.execute(tx)
  const known = new Set(before.rows.map(({ id }) => id))
  const fresh = rows.filter(({ row }) => !known.has(row.id))
  refuseCommonPasswords(fresh, context)
  const hashes = await hashPasswords(fresh.map(({ row }) => row.password ?? null))
  const added = await insertNew(
    tx,
    'users',
    COLUMNS,
    fresh.map(({ row }, at) => ({
      id: row.id,
      email: row.email.toLowerCase(),
      full_name: row.full_name ?? '',
      password_hash: hashes[at] ?? null,
      created_date: readTime(row.created_date ?? 'now', context.now),
    })),
    'id',
  )
  const taken = fresh.find(({ row }) => !added.includes(row.id))
  if (taken) context.fail(taken.index, 'email', 'Another user has this email already')
  return added.length
}
