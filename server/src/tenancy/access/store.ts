import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { Plan } from '../plans.ts'
import type { apps } from '../tables.ts'
import type { KnownCredential } from './known-credential.ts'
import type { AppRole, WorkspaceRole } from './roles.ts'

export interface Workspace {
  id: string
  name: string
  plan: Plan
  /** The caller's role in it; a workspace key acts as an admin. */
  role: WorkspaceRole
}

export type AppRow = Omit<
  RowOf<typeof apps>,
  'use_hosted_pages' | 'static_code_enabled' | 'dependency_scan_enabled' | 'deleted_at'
>

interface CredentialRow extends Omit<KnownCredential, 'user'> {
  secret_hash: Buffer
  user_id: string | null
  email: string | null
  full_name: string | null
  /** The only app that an app session reaches. */
  app_id: string | null
}

const ACTIVE = `m.status = 'joined' and m.access_state = 'active'`

// A token reaches no more than its service account does now.
const REACHED_APPS = `case when s.app_ids is null then c.app_ids when c.app_ids is null then s.app_ids
                           else array(select unnest(c.app_ids) intersect select unnest(s.app_ids)) end`

// Only what is usable now: not disabled, and a token's owner still an active member of its workspace.
const credentialByHash = prepared<CredentialRow>(
  'credential_by_hash',
  `select c.id, c.kind, c.secret_hash, c.permission, c.workspace_id, ${REACHED_APPS} as app_ids, c.app_id,
          c.expires_at,
          c.last_used_at, coalesce(c.user_id, c.app_user_id) as user_id, coalesce(u.email, au.email) as email,
          coalesce(nullif(au.full_name, ''), u.full_name, '') as full_name,
          coalesce(
            (select json_build_array(json_build_object('workspace_id', w.id, 'role', 'guest',
                                                       'rate_limits', w.rate_limits))
               from apps a join workspaces w on w.id = a.workspace_id where a.id = c.app_id),
            (select json_agg(json_build_object('workspace_id', m.workspace_id, 'role', m.role,
                                               'rate_limits', w.rate_limits)
                             order by m.joined_date, m.workspace_id)
               from members m join workspaces w on w.id = m.workspace_id
              where m.user_id = c.user_id and ${ACTIVE}
                and (c.workspace_id is null or m.workspace_id = c.workspace_id)),
            (select json_build_array(json_build_object('workspace_id', w.id, 'role', 'admin',
                                                       'rate_limits', w.rate_limits))
               from workspaces w where c.kind = 'workspace_key' and w.id = c.workspace_id),
            '[]'::json) as memberships
     from credentials c left join users u on u.id = c.user_id
          left join service_accounts s on s.user_id = c.user_id
          left join app_users au on au.app_id = c.app_id and au.user_id = c.app_user_id
    where c.secret_hash = $1 and c.disabled_at is null`,
)

const touchCredential = prepared(
  'touch_credential',
  `update credentials set last_used_at = $2
    where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
)

const workspaceOf = prepared<Workspace>(
  'workspace_of_user',
  `select w.id, w.name, w.plan, m.role
     from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = $1 and m.workspace_id = $2 and ${ACTIVE}`,
)

const workspaceOfKey = prepared<Workspace>(
  'workspace_of_key',
  `select w.id, w.name, w.plan, 'admin' as role from workspaces w where w.id = $1`,
)

export interface AppWithRoles extends AppRow {
  workspace_name: string
  workspace_plan: Plan
  member_role: WorkspaceRole | null
  collaborator_role: AppRole | null
}

const appWithRoles = prepared<AppWithRoles>(
  'app_with_roles',
  `select a.id, a.workspace_id, a.owner_id, a.name, a.kind, a.user_description, a.logo_url, a.published_url,
          a.public_settings, a.hide_authorship, a.allowed_origins, a.allow_localhost, a.created_date,
          a.updated_date,
          w.name as workspace_name, w.plan as workspace_plan, m.role as member_role, c.role as collaborator_role
     from apps a
     join workspaces w on w.id = a.workspace_id
     left join members m on m.workspace_id = a.workspace_id and m.user_id = $2 and ${ACTIVE}
     left join collaborators c on c.app_id = a.id and c.user_id = $2
    where a.id = $1 and a.deleted_at is null`,
)

/** An app as those meet it who use it: with what it keeps of them. */
export interface VisitedAppRow extends AppWithRoles {
  /** The email of its own user; null for members of the workspace. */
  own_email: string | null
  /** Whether the app's setting lets this own user in now. */
  is_let_in: boolean
  /** Whether somebody of the app vouches for this own user, or the workspace does. */
  is_invited: boolean
  /** A user of Atrium whom the app itself lets in, of its workspace or not. */
  is_named: boolean
  app_user_role: string | null
  app_user_data: Record<string, unknown> | null
  rate_limits: Record<string, number>
}

// What an app is set to decides at every visit: anyone who found their way in while it was public stays out once it is not.
const visitedApp = prepared<VisitedAppRow>(
  'visited_app',
  `select a.id, a.workspace_id, a.owner_id, a.name, a.kind, a.user_description, a.logo_url, a.published_url,
          a.public_settings, a.hide_authorship, a.allowed_origins, a.allow_localhost, a.created_date,
          a.updated_date,
          w.name as workspace_name, w.plan as workspace_plan, w.rate_limits,
          m.role as member_role, c.role as collaborator_role,
          u.email as own_email, u.role as app_user_role, u.data as app_user_data,
          u.verified_date is not null and ${isLetIn('a', 'u.email', 'u.invited_date')} as is_let_in,
          u.invited_date is not null or a.public_settings = 'workspace_with_login' as is_invited,
          coalesce(u.member_id is not null and u.invited_date is not null, false) as is_named
     from apps a
     join workspaces w on w.id = a.workspace_id
     left join members m on m.workspace_id = a.workspace_id and m.user_id = $2 and ${ACTIVE}
     left join collaborators c on c.app_id = a.id and c.user_id = $2
     left join app_users u on u.app_id = a.id and u.user_id = $2
    where a.id = $1 and a.deleted_at is null`,
)

/** Whether an app takes somebody as its own user: everybody when it is public, else who was invited or is a member. */
export function isLetIn(app: string, email: string, invitedDate: string): string {
  return `(${app}.public_settings in ('public_with_login', 'public_without_login')
           or ${invitedDate} is not null
           or ${app}.public_settings = 'workspace_with_login'
              and exists (select from members m where m.workspace_id = ${app}.workspace_id
                                                  and m.email = ${email} and ${ACTIVE}))`
}

/** Whether this user of Atrium can see the app. */
export function canSee(app: string, userId: string): string {
  return `exists (select from members m
                    left join collaborators c on c.app_id = ${app}.id and c.user_id = m.user_id
                   where m.workspace_id = ${app}.workspace_id and m.user_id = ${userId} and ${ACTIVE}
                     and (m.role <> 'guest' or c.role is not null))`
}

/** Whether the app takes this user of Atrium: one who can see it, or whom it names. */
export function mayEnter(app: string, userId: string): string {
  return `(${canSee(app, userId)}
           or exists (select from app_users n where n.app_id = ${app}.id and n.member_id = ${userId}
                                                and n.invited_date is not null))`
}

// Guests see only what a collaborator entry gives them.
const visibleAppIds = prepared<{ id: string }>(
  'visible_app_ids',
  `select a.id from apps a
    where a.id = any($1) and a.workspace_id = $2 and a.deleted_at is null
      and ($3 or exists (select from collaborators c where c.app_id = a.id and c.user_id = $4))`,
)

export const accessStore = (db: Db) => ({
  async findCredential(hash: Buffer): Promise<(KnownCredential & { secret_hash: Buffer }) | null> {
    const [row] = await credentialByHash(db, [hash])
    if (!row) return null
    const { user_id, email, full_name, app_id, ...rest } = row
    const user = user_id === null ? null : { id: user_id, email: email ?? '', full_name: full_name ?? '' }
    return { ...rest, user, app_ids: app_id === null ? rest.app_ids : [app_id] }
  },
  async touch(credentialId: string, now: Date): Promise<void> {
    await touchCredential(db, [credentialId, now])
  },
  async findWorkspace(userId: string, workspaceId: string): Promise<Workspace | undefined> {
    const [row] = await workspaceOf(db, [userId, workspaceId])
    return row
  },
  async findWorkspaceOfKey(workspaceId: string): Promise<Workspace | undefined> {
    const [row] = await workspaceOfKey(db, [workspaceId])
    return row
  },
  async findApp(appId: string, userId: string | null): Promise<AppWithRoles | undefined> {
    const [row] = await appWithRoles(db, [appId, userId])
    return row
  },
  async findVisited(appId: string, userId: string | null): Promise<VisitedAppRow | undefined> {
    const [row] = await visitedApp(db, [appId, userId])
    return row
  },
  async visibleAppIds(
    ids: readonly string[],
    workspace: Workspace,
    userId: string | null,
  ): Promise<string[]> {
    const rows = await visibleAppIds(db, [ids, workspace.id, workspace.role !== 'guest', userId])
    return rows.map((row) => row.id)
  },
})
