/** The accounts of people who sign in by the provider of a workspace. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { WorkspaceRole } from '../access/roles.ts'

interface Account {
  id: string
  email: string
  full_name: string
}

interface Standing {
  role: WorkspaceRole
  status: 'joined' | 'pending' | 'expired'
  access_state: string
  created_date: Date
}

export const personStore = (db: Db) => ({
  /** One sign-in of a person at a time: the subject, or the email, of the other is the same. */
  async lock(workspaceId: string, subject: string, email: string): Promise<void> {
    for (const text of [`subject ${workspaceId} ${subject}`, `email ${email}`].sort()) {
      await sql`select pg_advisory_xact_lock(hashtextextended('sign-in ' || ${text}, 0))`.execute(db)
    }
  },
  async findBySubject(workspaceId: string, subject: string): Promise<Account | undefined> {
    const { rows } = await sql<Account>`
      select u.id, u.email, u.full_name from sign_in_identities i join users u on u.id = i.user_id
       where i.workspace_id = ${workspaceId} and i.subject = ${subject}`.execute(db)
    return rows[0]
  },
  async findByEmail(email: string): Promise<(Account & { is_service: boolean }) | undefined> {
    const { rows } = await sql<Account & { is_service: boolean }>`
      select id, email, full_name, is_service from users where email = ${email}`.execute(db)
    return rows[0]
  },
  async findAccount(id: string): Promise<Account | undefined> {
    const { rows } = await sql<Account>`select id, email, full_name from users where id = ${id}`.execute(db)
    return rows[0]
  },
  async hasIdentity(workspaceId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`
      select from sign_in_identities where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db)
    return rows.length > 0
  },
  async link(workspaceId: string, subject: string, userId: string, now: Date): Promise<void> {
    await sql`insert into sign_in_identities (workspace_id, subject, user_id, created_date)
      values (${workspaceId}, ${subject}, ${userId}, ${now})`.execute(db)
  },
  /** Without a password: it is set by mail, or never. */
  async insertAccount({ id, email, full_name }: Account, now: Date): Promise<void> {
    await sql`insert into users (id, email, full_name, created_date)
      values (${id}, ${email}, ${full_name}, ${now})`.execute(db)
  },
  /** As a member, or as one who is invited. */
  async findStanding(
    workspaceId: string,
    account: Pick<Account, 'id' | 'email'>,
  ): Promise<Standing | undefined> {
    const { rows } = await sql<Standing>`
      select role, status, access_state, created_date from members
       where workspace_id = ${workspaceId} and (user_id = ${account.id} or email = ${account.email})
       order by user_id is null limit 1`.execute(db)
    return rows[0]
  },
  /** A new member, or the one who was invited. */
  async join(workspaceId: string, { id, email, full_name }: Account, role: WorkspaceRole, now: Date) {
    await sql`
      insert into members (workspace_id, email, user_id, full_name, role, status, access_state, assigned_via,
                           joined_date, created_date)
      values (${workspaceId}, ${email}, ${id}, ${full_name}, ${role}, 'joined', 'active', 'sso', ${now}, ${now})
      on conflict (workspace_id, email) do update
        set status = 'joined', access_state = 'active', user_id = excluded.user_id, role = excluded.role,
            full_name = excluded.full_name, joined_date = excluded.joined_date, assigned_via = 'sso'`.execute(
      db,
    )
    await sql`delete from invitation_links where workspace_id = ${workspaceId} and email = ${email}`.execute(
      db,
    )
  },
})
