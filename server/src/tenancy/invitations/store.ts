import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { bytes, integer, type RowOf, table, text, time } from '../../platform/database/table.ts'
import type { Plan } from '../plans.ts'
import type { Resends } from './invitation-rules.ts'

export type InvitedRole = 'admin' | 'editor' | 'viewer' | 'guest'

export interface InvitationRow {
  email: string
  role: InvitedRole
  status: 'pending' | 'expired'
  /** When it was last sent. */
  created_date: Date
}

export interface LinkedInvitation extends InvitationRow {
  workspace_id: string
  workspace_name: string
  plan: Plan
  /** True if a mail server took the link: then only the mailbox has it. */
  was_mailed: boolean
}

export const invitationLinks = table(
  'invitation_links',
  {
    workspace_id: text(),
    email: text(),
    token_hash: bytes(),
    invited_by: text().nullable(),
    resends: integer(),
    resends_from: time().nullable(),
    mail_id: text().nullable(),
  },
  { key: ['workspace_id', 'email'], notArchived: 'a secret; an invitation can be sent again' },
)
export type NewLink = Omit<RowOf<typeof invitationLinks>, keyof Resends>

export const invitationStore = (db: Db) => ({
  /** Under this email, or with the account of this email under another one. */
  async hasJoined(workspaceId: string, email: string): Promise<boolean> {
    const { rows } = await sql`
      select from members where workspace_id = ${workspaceId} and email = ${email} and status = 'joined'
      union all
      select from users u join members m on m.user_id = u.id
       where u.email = ${email} and m.workspace_id = ${workspaceId}`.execute(db)
    return rows.length > 0
  },
  /** A new invitation, or one in the place of an expired one; undefined when somebody stands there. */
  async insert(
    row: { workspace_id: string; email: string; role: InvitedRole; created_date: Date },
    lastExpired: Date,
  ): Promise<InvitationRow | undefined> {
    const { rows } = await sql<InvitationRow>`
      insert into members as m (workspace_id, email, role, status, access_state, assigned_via, created_date)
      values (${row.workspace_id}, ${row.email}, ${row.role}, 'pending', 'invited', 'invitation', ${row.created_date})
      on conflict (workspace_id, email) do update
        set role = excluded.role, status = 'pending', access_state = 'invited', assigned_via = 'invitation',
            created_date = excluded.created_date, full_name = '', credit_limit = null
        where m.status = 'expired' or (m.status = 'pending' and m.created_date <= ${lastExpired})
      returning email, role, status, created_date`.execute(db)
    return rows[0]
  },
  /** Pending or expired, held until the end of the transaction, with how often it was sent again. */
  async lock(workspaceId: string, email: string): Promise<(InvitationRow & Resends) | undefined> {
    const { rows } = await sql<InvitationRow>`
      select email, role, status, created_date from members
       where workspace_id = ${workspaceId} and email = ${email} and status <> 'joined'
         for update`.execute(db)
    const [invitation] = rows
    if (!invitation) return undefined
    // A statement of its own: joined to the first it would be read as it was before the wait.
    const counted = await sql<Resends>`
      select resends, resends_from from invitation_links
       where workspace_id = ${workspaceId} and email = ${email}`.execute(db)
    return { ...invitation, ...(counted.rows[0] ?? { resends: 0, resends_from: null }) }
  },
  async reopen(workspaceId: string, email: string, now: Date): Promise<void> {
    await sql`update members set status = 'pending', access_state = 'invited', created_date = ${now}
      where workspace_id = ${workspaceId} and email = ${email}`.execute(db)
  },
  /** The only link there is: one sent before stops. */
  async setLink(
    { workspace_id, email, token_hash, invited_by, mail_id }: NewLink,
    resent: Resends,
  ): Promise<void> {
    const { resends, resends_from } = resent
    await sql`
      insert into invitation_links (workspace_id, email, token_hash, invited_by, mail_id, resends, resends_from)
      values (${workspace_id}, ${email}, ${token_hash}, ${invited_by}, ${mail_id}, ${resends}, ${resends_from})
      on conflict (workspace_id, email) do update
        set token_hash = excluded.token_hash, invited_by = excluded.invited_by, mail_id = excluded.mail_id,
            resends = excluded.resends, resends_from = excluded.resends_from`.execute(db)
  },
  async delete(workspaceId: string, email: string): Promise<InvitationRow | undefined> {
    const { rows } = await sql<InvitationRow>`
      delete from members where workspace_id = ${workspaceId} and email = ${email} and status <> 'joined'
      returning email, role, status, created_date`.execute(db)
    return rows[0]
  },
  async findByToken(tokenHash: Buffer): Promise<LinkedInvitation | undefined> {
    const { rows } = await sql<LinkedInvitation>`
      select m.workspace_id, m.email, m.role, m.status, m.created_date, w.name as workspace_name, w.plan,
             exists (select from mails where id = l.mail_id and status = 'sent') as was_mailed
        from invitation_links l
        join members m using (workspace_id, email)
        join workspaces w on w.id = l.workspace_id
       where l.token_hash = ${tokenHash} and m.status <> 'joined'`.execute(db)
    return rows[0]
  },
  /** Returns whether it was there: of two at once, one. */
  async useUp(tokenHash: Buffer): Promise<boolean> {
    const { rows } = await sql`
      delete from invitation_links where token_hash = ${tokenHash} returning email`.execute(db)
    return rows.length > 0
  },
  /** Returns whether the invitation was still open. */
  async join(
    { workspace_id, email }: Pick<LinkedInvitation, 'workspace_id' | 'email'>,
    user: { id: string; full_name: string },
    now: Date,
  ): Promise<boolean> {
    const { rows } = await sql`
      update members
         set status = 'joined', access_state = 'active', user_id = ${user.id}, full_name = ${user.full_name},
             joined_date = ${now}
       where workspace_id = ${workspace_id} and email = ${email} and status <> 'joined'
      returning email`.execute(db)
    return rows.length > 0
  },
  async hasAccount(email: string): Promise<boolean> {
    const { rows } = await sql`select from users where email = ${email}`.execute(db)
    return rows.length > 0
  },
  /** Returns whether the email was free. */
  async insertUser(user: {
    id: string
    email: string
    full_name: string
    password_hash: string
    is_verified: boolean
    created_date: Date
  }): Promise<boolean> {
    const { rows } = await sql`
      insert into users (id, email, full_name, password_hash, is_verified, created_date)
      values (${user.id}, ${user.email}, ${user.full_name}, ${user.password_hash}, ${user.is_verified},
              ${user.created_date})
      on conflict (email) do nothing returning id`.execute(db)
    return rows.length > 0
  },
  /** Holds the account, so that it joins one workspace at a time; returns whether it is in this one. */
  async lockMembership(userId: string, workspaceId: string): Promise<boolean> {
    await sql`select from users where id = ${userId} for no key update`.execute(db)
    const { rows } = await sql`
      select from members where user_id = ${userId} and workspace_id = ${workspaceId}`.execute(db)
    return rows.length > 0
  },
  /** A workspace with invitations that have expired; that of the oldest. */
  async findExpiring(lastExpired: Date): Promise<string | undefined> {
    const { rows } = await sql<{ workspace_id: string }>`
      select workspace_id from members where status = 'pending' and created_date <= ${lastExpired}
       order by created_date limit 1`.execute(db)
    return rows[0]?.workspace_id
  },
  /** Returns the emails. */
  async expire(workspaceId: string, lastExpired: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ email: string }>`
      update members m set status = 'expired', access_state = 'invite_expired'
        from (select email from members
               where workspace_id = ${workspaceId} and status = 'pending' and created_date <= ${lastExpired}
               limit ${limit} for update) as old
       where m.workspace_id = ${workspaceId} and m.email = old.email
      returning m.email`.execute(db)
    return rows.map(({ email }) => email)
  },
})
