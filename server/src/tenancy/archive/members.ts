import { Email, Id, Nullable, Role } from '@atrium/contract'
import { AccessState, AssignedVia, MemberStatus } from '@atrium/contract/members'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { ArchiveTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { importMembers, type MemberColumns } from './import-members.ts'
import { setGivenCounts } from './member-counts.ts'

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const Time = Nullable(ArchiveTime)

const Member = Type.Object({
  workspace_id: Id,
  user_id: Type.Optional(Nullable(Id)),
  email: Email,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  role: Role,
  status: MemberStatus,
  access_state: Type.Optional(AccessState),
  assigned_via: Type.Optional(AssignedVia),
  credit_limit: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  credits_used: Type.Optional(Type.Number({ minimum: 0 })),
  last_active: Type.Optional(Time),
  last_seen: Type.Optional(Time),
  agents_owned: Type.Optional(Count),
  agents_shared: Type.Optional(Count),
  apps_owned: Type.Optional(Count),
  apps_shared: Type.Optional(Count),
  joined_date: Type.Optional(Time),
  created_date: Type.Optional(ArchiveTime),
})
export type Member = Type.Static<typeof Member>

type MemberRow = { [Column in keyof MemberColumns]: unknown } & { workspace_id: string; email: string }

/** Members and invitations. */
export const members = collection({
  name: 'members',
  after: ['users', 'workspaces'],
  row: Member,
  key: ({ workspace_id, email }) => [workspace_id, email.toLowerCase()],
  import: importMembers,
  finish: setGivenCounts,
  export: exportMembers,
})

/** Workspace by workspace, so that each batch is one walk along the key. Activity as it is, not the list's copy of it. */
async function* exportMembers(db: Db, { workspace_ids }: ExportScope) {
  for (const workspace of workspace_ids?.toSorted() ?? [null]) {
    // As ends of a range, which PostgreSQL walks in order whatever it knows about the table.
    const start = { workspace_id: workspace ?? '', email: '' }
    const isWanted = workspace === null ? sql`true` : sql`m.workspace_id <= ${workspace}`
    yield* byKey<MemberRow>(async (after, limit) => {
      const { workspace_id, email } = after ?? start
      const { rows } = await sql<MemberRow>`
        select m.workspace_id, m.user_id, m.email, m.full_name, m.role, m.status, m.access_state, m.assigned_via,
          m.credit_limit,
          case when a.month >= date_trunc('month', now() at time zone 'UTC') then a.credits_used else 0 end as credits_used,
          a.last_active, a.last_seen, m.agents_owned, m.agents_shared, m.apps_owned, m.apps_shared,
          m.joined_date, m.created_date
        from members m
          left join member_activity a on a.workspace_id = m.workspace_id and a.user_id = m.user_id
        where (m.workspace_id, m.email) > (${workspace_id}, ${email}) and ${isWanted}
        order by m.workspace_id, m.email limit ${limit}`.execute(db)
      return rows
    })
  }
}
