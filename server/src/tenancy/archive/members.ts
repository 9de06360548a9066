import { Email, Id, Nullable, Role } from '@atrium/contract'
import { AccessState, AssignedVia, MemberStatus } from '@atrium/contract/members'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { ArchiveTime } from '../../platform/archive/times.ts'
import { importMembers, type MemberColumns } from './import-members.ts'
import { inScope } from './scope.ts'

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
  export: (db, scope) =>
    byKey<MemberRow>(async (after, limit) => {
      const { rows } = await sql<MemberRow>`
        select workspace_id, user_id, email, full_name, role, status, access_state, assigned_via, credit_limit,
          credits_used, last_active, last_seen, agents_owned, agents_shared, apps_owned, apps_shared,
          joined_date, created_date
        from members
        where (workspace_id, email) > (${after?.workspace_id ?? ''}, ${after?.email ?? ''})
          and ${inScope(scope, 'members.workspace_id')}
        order by workspace_id, email limit ${limit}`.execute(db)
      return rows
    }),
})
