import { ServiceRole } from '@atrium/contract/service-accounts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import {
  archivedColumns,
  archivedRow,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { serviceAccounts } from '../service-accounts/store.ts'
import { members } from '../tables.ts'
import { olderWorkspaces, recordImported } from './record-import.ts'
import { inScope } from './scope.ts'

const ArchivedAccount = Type.Object({ ...archivedRow(serviceAccounts).properties, role: ServiceRole })
type ArchivedAccount = Type.Static<typeof ArchivedAccount>

/** Each with its user, who is among `users`, and its membership. Tokens do not go out. */
export const serviceAccountArchive = collection({
  ...archiveOf(serviceAccounts),
  row: ArchivedAccount,
  import: importServiceAccounts,
  export: exportServiceAccounts,
})

async function importServiceAccounts(
  tx: Db,
  rows: readonly ArchiveRow<ArchivedAccount>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, serviceAccounts, rows, context)
  const ids = rows.map(({ row }) => row.user_id)
  const { rows: found } = await sql<{ id: string; email: string; is_service: boolean }>`
    select id, email, is_service from users where id = any(${ids})`.execute(tx)
  const users = new Map(found.map((user) => [user.id, user]))
  const person = rows.find(({ row }) => !users.get(row.user_id)?.is_service)
  if (person) context.fail(person.index, 'user_id', 'This user is a person; its row needs is_service')
  const stored = rows.map(({ row }) => storedRow(serviceAccounts, row, context.now))
  const added = new Set((await serviceAccounts.insertNew(tx, stored)).map(({ user_id }) => user_id))
  const fresh = rows.filter(({ row }) => added.has(row.user_id))
  const joined = stored
    .filter(({ user_id }) => added.has(user_id))
    .map(({ user_id, workspace_id, name, created_date }) => ({
      ...{ workspace_id, user_id, email: users.get(user_id)?.email ?? '', full_name: name },
      role: fresh.find(({ row }) => row.user_id === user_id)?.row.role ?? 'viewer',
      ...({ status: 'joined', access_state: 'active', assigned_via: 'direct', is_service: true } as const),
      ...{ joined_date: created_date, created_date },
    }))
  await members.insertNew(tx, joined)
  for (const { role, email, workspace_id } of joined)
    if (role === 'admin') context.granted({ kind: 'admin', text: `${email} in ${workspace_id}` })
  const older = await olderWorkspaces(tx, [...new Set(joined.map(({ workspace_id }) => workspace_id))])
  const facts = joined
    .filter(({ workspace_id }) => older.has(workspace_id))
    .map(({ workspace_id, user_id, email, role }) => ({
      ...{
        workspace_id,
        action: 'service_accounts.create',
        target_type: 'service_account',
        target_id: user_id,
      },
      detail: { email, role },
    }))
  await recordImported(tx, context, facts)
  return added.size
}

function exportServiceAccounts(db: Db, scope: ExportScope) {
  return byKey<ArchivedAccount>(async (after, limit) => {
    const { rows } = await sql<ArchivedAccount>`
      select ${archivedColumns(serviceAccounts, 's')}, m.role
        from service_accounts s join members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
       where s.user_id > ${after?.user_id ?? ''} and ${inScope(scope, 's.workspace_id')}
       order by s.user_id limit ${limit}`.execute(db)
    return rows
  })
}
