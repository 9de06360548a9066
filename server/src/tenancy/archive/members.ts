import { Email, Id, Nullable, Role } from '@atrium/contract'
import { AccessState, AssignedVia, MemberStatus } from '@atrium/contract/members'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { ArchiveTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { importMembers, type MemberColumns } from './import-members.ts'

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
  export: exportMembers,
})

/** Workspace by workspace, so that each batch is one walk along the key. */
async function* exportMembers(db: Db, { workspace_ids }: ExportScope) {
  for (const workspace of workspace_ids?.toSorted() ?? [null]) {
    // As ends of a range, which PostgreSQL walks in order whatever it knows about the table.
    const start = { workspace_id: workspace ?? '', email: '' }
    const isWanted = workspace === null ? sql`true` : sql`workspace_id <= ${workspace}`
    yield* byKey<MemberRow>(async (after, limit) => {
      const { workspace_id, email } = after ?? start
      const { rows } = await sql<MemberRow>`
        select workspace_id, user_id, email, full_name, role, status, access_state, assigned_via, credit_limit,
          credits_used, last_active, last_seen, agents_owned, agents_shared, apps_owned, apps_shared,
          joined_date, created_date
        from members
        where (workspace_id, email) > (${workspace_id}, ${email}) and ${isWanted}
        order by workspace_id, email limit ${limit}`.execute(db)
      return rows
    })
  }
}
