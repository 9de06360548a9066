import { sql } from 'kysely'
import type { Clock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/db.ts'
import { makeId } from '../src/platform/ids.ts'
import { hashSecret, makeSecret } from '../src/platform/secrets.ts'
import type { WorkspaceRole } from '../src/tenancy/access/roles.ts'
import { monthOf } from '../src/tenancy/credits/month.ts'

/** An own user of an app with a session there. */
export interface AppPerson {
  id: string
  email: string
  app_id: string
  token: string
}

/** A member of a workspace with a full-access token of their own. */
export interface Person {
  id: string
  email: string
  workspace_id: string
  token: string
}

type CredentialKind = keyof typeof PREFIX

type Tables = {
  users: { id: string; email: string; full_name: string; password_hash?: string | null }
  workspaces: {
    id: string
    name: string
    plan: string
    rate_limits?: object
    monthly_limit?: number | null
    default_member_credit_limit?: number | null
  }
  members: Record<string, unknown>
  member_activity: Record<string, unknown>
  workspace_credits: Record<string, unknown>
  apps: { id: string; workspace_id: string; owner_id: string; name: string; kind: string }
  app_users: Record<string, unknown>
  collaborators: { app_id: string; user_id: string; role: string }
  credentials: Record<string, unknown>
  folders: {
    id: string
    workspace_id: string
    scope: string
    owner_id: string | null
    name: string
    parent_folder_id: string | null
  }
}

export type Factories = ReturnType<typeof factories>

/** Makes what a test needs, with everything above it; straight into the tables, so that no limit is touched. */
export function factories(db: Db, clock: Clock) {
  const q = db.$extendTables<Tables>()
  const make = {
    async workspace(
      fields: {
        plan?: string
        rate_limits?: object
        quotas?: object
        monthly_limit?: number | null
        default_member_credit_limit?: number | null
      } = {},
    ): Promise<{ id: string }> {
      const id = makeId('ws')
      await q
        .insertInto('workspaces')
        .values({ id, name: 'Test', plan: 'business', ...fields })
        .execute()
      return { id }
    },

    async user(fields: { email?: string; full_name?: string; password_hash?: string } = {}) {
      const id = makeId('usr')
      const user = { id, email: `${id}@example.com`, full_name: 'Test Person', ...fields }
      await q.insertInto('users').values(user).execute()
      return user
    },

    /** Someone with this role, in a new workspace unless one is given. */
    async person(
      role: WorkspaceRole,
      workspace?: { id: string },
      fields: Record<string, unknown> = {},
    ): Promise<Person> {
      const workspace_id = (workspace ?? (await make.workspace())).id
      const user = await make.user()
      await make.membership(workspace_id, user, role, fields)
      const { secret: token } = await make.credential({
        kind: 'personal_token',
        user_id: user.id,
        workspace_id,
      })
      return { id: user.id, email: user.email, workspace_id, token }
    },

    async membership(
      workspace_id: string,
      user: { id: string; email: string; full_name: string },
      role: WorkspaceRole,
      fields: Record<string, unknown> = {},
    ): Promise<void> {
      const row = { workspace_id, user_id: user.id, email: user.email, full_name: user.full_name, role }
      const joined = {
        status: 'joined',
        access_state: 'active',
        assigned_via: 'direct',
        joined_date: clock.now(),
      }
      await q
        .insertInto('members')
        .values({ ...row, ...joined, ...fields })
        .execute()
      const { credits_used = 0, last_active = null, last_seen = null } = fields
      if (credits_used || last_active || last_seen)
        await make.activity({ id: user.id, workspace_id }, { credits_used, last_active, last_seen })
    },

    /** What someone used this month and when they were there last, as if the ledger had it. */
    async activity(
      { id: user_id, workspace_id }: Pick<Person, 'id' | 'workspace_id'>,
      fields: { credits_used?: unknown; last_active?: unknown; last_seen?: unknown },
    ): Promise<void> {
      const month = monthOf(clock.now())
      const { credits_used = 0 } = fields
      const row = { workspace_id, user_id, month: credits_used ? month : null, ...fields }
      await q.insertInto('member_activity').values(row).execute()
      await q
        .insertInto('workspace_credits')
        .values({ workspace_id, month, credits_used })
        .onConflict((conflict) =>
          conflict.column('workspace_id').doUpdateSet({
            credits_used: sql`workspace_credits.credits_used + excluded.credits_used`,
          }),
        )
        .execute()
    },

    async credential(fields: { kind: CredentialKind; [column: string]: unknown }) {
      const id = makeId('tok')
      const secret = makeSecret(PREFIX[fields.kind])
      const row = { id, secret_hash: hashSecret(secret), name: 'test', created_date: clock.now() }
      await q
        .insertInto('credentials')
        .values({ ...row, ...fields })
        .execute()
      return { id, secret }
    },

    /** A further token of this person. */
    async token(person: Person, fields: Record<string, unknown> = {}): Promise<string> {
      const own = { kind: 'personal_token' as const, user_id: person.id, workspace_id: person.workspace_id }
      return (await make.credential({ ...own, ...fields })).secret
    },

    async session(person: Person): Promise<string> {
      const expires_at = new Date(clock.now().getTime() + 86_400_000)
      return (await make.credential({ kind: 'session', user_id: person.id, expires_at })).secret
    },

    async app(
      owner: Person,
      fields: { name?: string; kind?: 'app' | 'agent'; public_settings?: string } = {},
    ): Promise<{ id: string }> {
      const id = makeId('app')
      const row = { id, workspace_id: owner.workspace_id, owner_id: owner.id, name: 'Test app', kind: 'app' }
      await q
        .insertInto('apps')
        .values({ ...row, ...fields })
        .execute()
      return { id }
    },

    /** An own user of the app, verified by default, with a session of theirs. */
    async appUser(app: { id: string }, fields: Record<string, unknown> = {}): Promise<AppPerson> {
      const id = makeId('acc')
      const email = `${id}@example.com`
      const row = { app_id: app.id, user_id: id, email, full_name: 'Test User', verified_date: clock.now() }
      const made = { ...row, ...fields }
      await q.insertInto('app_users').values(made).execute()
      const token = await make.appSession(app, { id })
      return { id, email: made.email, app_id: app.id, token }
    },

    /** A session in the app; `user_id` says that it is a member's. */
    async appSession(app: { id: string }, user: { id: string }, fields: Record<string, unknown> = {}) {
      const expires_at = new Date(clock.now().getTime() + 86_400_000)
      const session = { kind: 'app_session' as const, app_id: app.id, app_user_id: user.id, expires_at }
      return (await make.credential({ ...session, ...fields })).secret
    },

    async collaborator(app: { id: string }, person: Person, role: 'editor' | 'viewer'): Promise<void> {
      await q.insertInto('collaborators').values({ app_id: app.id, user_id: person.id, role }).execute()
    },

    async folder(
      owner: Person,
      fields: { scope?: 'workspace' | 'personal'; parent_folder_id?: string; name?: string } = {},
    ) {
      const { scope = 'workspace', parent_folder_id = null, name = 'Test folder' } = fields
      const owner_id = scope === 'personal' ? owner.id : null
      const row = {
        id: makeId('fld'),
        workspace_id: owner.workspace_id,
        scope,
        owner_id,
        name,
        parent_folder_id,
      }
      await q.insertInto('folders').values(row).execute()
      return row
    },
  }
  return make
}

const PREFIX = {
  session: 'ses',
  personal_token: 'pat',
  api_key: 'key',
  workspace_key: 'wsk',
  app_session: 'aps',
} as const
