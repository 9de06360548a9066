import { sql } from 'kysely'
import type { ArchiveRow, ImportContext } from '../../platform/archive/collection.ts'
import { type ArchivedRow, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { members, users } from '../tables.ts'
import { startCounts } from './member-counts.ts'
import { olderWorkspaces, recordImported } from './record-import.ts'
import { startActivity } from './start-activity.ts'

type Member = ArchivedRow<typeof members>

const STATE_BY_STATUS = { joined: 'active', pending: 'invited', expired: 'invite_expired' } as const

type Rows = readonly ArchiveRow<Member>[]

/** A member who joined is a user: the one named by id, else the one with that email, else a new one. */
export async function importMembers(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  for (const { row, index } of rows) {
    if (row.status === 'joined' || typeof row.user_id !== 'string') continue
    context.fail(index, 'user_id', 'Only a member who joined has a user; leave it out')
  }
  await requireReferences(tx, members, rows, context)
  await addMissingUsers(tx, rows, context.now)
  const found = await usersOf(tx, rows)
  const complete = rows.map(({ row, index }) => {
    const email = row.email.toLowerCase()
    const user = row.user_id ? found.byId.get(row.user_id) : found.byEmail.get(email)
    return {
      row: columnsOf({ ...row, email }, row.status === 'joined' ? user : undefined, context.now),
      given: row,
      index,
    }
  })
  const before = await knownMembers(tx, complete)
  const added = await members.insertNew(
    tx,
    complete.map(({ row }) => row),
  )
  if (added.length < rows.length) await refuseSecondMembership(tx, complete, context)
  await startActivity(
    tx,
    complete.flatMap(({ row }) => row.user_id ?? []),
    context.now,
  )
  const emails = new Set(added.map(({ email }) => email))
  const fresh = complete.filter(({ row }) => emails.has(row.email) && !before.has(keyOf(row)))
  await startCounts(
    tx,
    fresh.map(({ row, given }) => ({ ...row, given })),
  )
  await recordNewMembers(
    tx,
    fresh.map(({ row }) => row),
    context,
  )
  return added.length
}

type CompleteMember = ReturnType<typeof columnsOf>

const keyOf = ({ workspace_id, email }: Pick<CompleteMember, 'workspace_id' | 'email'>) =>
  `${workspace_id} ${email}`

async function knownMembers(tx: Db, rows: readonly { row: CompleteMember }[]): Promise<Set<string>> {
  const keys = JSON.stringify(rows.map(({ row: { workspace_id, email } }) => ({ workspace_id, email })))
  const known = await sql<Pick<CompleteMember, 'workspace_id' | 'email'>>`
    select workspace_id, email from members
      join json_to_recordset(${keys}::json) as given(workspace_id text, email text)
        using (workspace_id, email)`.execute(tx)
  return new Set(known.rows.map(keyOf))
}

/** In a workspace that comes with the archive only the owners: its members are what it consists of. */
async function recordNewMembers(
  tx: Db,
  rows: readonly CompleteMember[],
  context: ImportContext,
): Promise<void> {
  for (const { role, email, workspace_id } of rows) {
    if (role === 'owner' || role === 'admin')
      context.granted({ kind: role, text: `${email} in ${workspace_id}` })
  }
  const older = await olderWorkspaces(tx, [...new Set(rows.map(({ workspace_id }) => workspace_id))])
  const worthAnEntry = rows.filter(({ role, workspace_id }) => role === 'owner' || older.has(workspace_id))
  const facts = worthAnEntry.map(({ workspace_id, user_id, email, role, status }) => ({
    workspace_id,
    action: 'members.add',
    target_type: 'member',
    target_id: user_id ?? email,
    detail: { email, role, status },
  }))
  await recordImported(tx, context, facts)
}

interface User {
  id: string
  email: string
  full_name: string
}

async function addMissingUsers(tx: Db, rows: Rows, now: Date): Promise<void> {
  const nameless = rows.map(({ row }) => row).filter((row) => row.status === 'joined' && !row.user_id)
  const candidates = nameless.map((row) => ({
    id: makeId('usr', now),
    email: row.email.toLowerCase(),
    full_name: row.full_name ?? '',
    created_date: now,
  }))
  await users.insertNew(tx, candidates)
}

async function usersOf(tx: Db, rows: Rows) {
  const joined = rows.map(({ row }) => row).filter(({ status }) => status === 'joined')
  const ids = joined.flatMap(({ user_id }) => user_id ?? [])
  const emails = joined.filter(({ user_id }) => !user_id).map(({ email }) => email.toLowerCase())
  const found = await sql<User>`select id, email, full_name from users
    where id = any(${ids}) or email = any(${emails})`.execute(tx)
  return {
    byId: new Map(found.rows.map((user) => [user.id, user])),
    byEmail: new Map(found.rows.map((user) => [user.email, user])),
  }
}

function columnsOf(row: Member, user: User | undefined, now: Date) {
  return {
    ...storedRow(members, row, now),
    user_id: user?.id ?? null,
    full_name: row.full_name ?? user?.full_name ?? '',
    access_state: row.access_state ?? STATE_BY_STATUS[row.status],
    assigned_via: row.assigned_via ?? (row.status === 'joined' ? 'direct' : 'invitation'),
  }
}

/**
 * The same user under two emails of one archive: the second would be dropped in silence. Members that were there
 * before the import are no concern: they may have changed their email since.
 */
async function refuseSecondMembership(
  tx: Db,
  rows: readonly ArchiveRow<ReturnType<typeof columnsOf>>[],
  context: ImportContext,
): Promise<void> {
  const ids = rows.flatMap(({ row }) => row.user_id ?? [])
  const { rows: fresh } = await sql<{ workspace_id: string; user_id: string; email: string }>`
    select workspace_id, user_id, email from members
    where user_id = any(${ids}) and xmin = pg_current_xact_id()::xid`.execute(tx)
  for (const { row, index } of rows) {
    const other = fresh.find(
      (one) =>
        one.user_id === row.user_id && one.workspace_id === row.workspace_id && one.email !== row.email,
    )
    if (other) context.fail(index, 'user_id', `This user is in the archive already, as member ${other.email}`)
  }
}
