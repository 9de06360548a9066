import { sql } from 'kysely'
import { collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { archivedColumns, archiveOf } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import type { RowOf } from '../../platform/database/table.ts'
import { members } from '../tables.ts'
import { importMembers } from './import-members.ts'
import { setGivenCounts } from './member-counts.ts'

type MemberKey = Pick<RowOf<typeof members>, 'workspace_id' | 'email'>

/** Members and invitations. */
export const memberArchive = collection({
  ...archiveOf(members),
  key: ({ workspace_id, email }) => [workspace_id, email.toLowerCase()],
  import: importMembers,
  finish: setGivenCounts,
  leaves: 'service accounts go out as service_accounts',
  export: exportMembers,
})

const ACTIVITY = {
  credits_used: sql`case when a.month >= date_trunc('month', now() at time zone 'UTC') then a.credits_used else 0 end`,
  last_active: sql`a.last_active`,
  last_seen: sql`a.last_seen`,
}

/** Workspace by workspace, so that each batch is one walk along the key. Activity as it is, not the list's copy of it. */
async function* exportMembers(db: Db, { workspace_ids }: ExportScope) {
  for (const workspace of workspace_ids?.toSorted() ?? [null]) {
    // As ends of a range, which PostgreSQL walks in order whatever it knows about the table.
    const start = { workspace_id: workspace ?? '', email: '' }
    const isWanted = workspace === null ? sql`true` : sql`m.workspace_id <= ${workspace}`
    yield* byKey<MemberKey>(async (after, limit) => {
      const { workspace_id, email } = after ?? start
      const { rows } = await sql<MemberKey>`
        select ${archivedColumns(members, 'm', ACTIVITY)} from members m
          left join member_activity a on a.workspace_id = m.workspace_id and a.user_id = m.user_id
        where not m.is_service and (m.workspace_id, m.email) > (${workspace_id}, ${email}) and ${isWanted}
        order by m.workspace_id, m.email limit ${limit}`.execute(db)
      return rows
    })
  }
}
