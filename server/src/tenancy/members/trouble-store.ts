import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { AppScope } from '../apps/app-scope.ts'
import { monthOf } from '../credits/month.ts'

export interface MemberAtLimit {
  user_id: string
  email: string
  full_name: string
  credit_limit: number
  since: Date | null
}

export interface ExpiringToken {
  id: string
  name: string
  owner_email: string
  /** Of a token of a service account. */
  service_account_id: string | null
  service_account_name: string | null
  expires_at: Date
}

export interface WorkspaceCredits {
  monthly_limit: number
  credits_used: number
}

const atLimit = prepared<MemberAtLimit>(
  'members_at_limit',
  `select m.user_id, m.email, m.full_name,
          coalesce(m.credit_limit, w.default_member_credit_limit)::float8 as credit_limit, y.last_active as since
     from member_activity y
     join members m on m.workspace_id = y.workspace_id and m.user_id = y.user_id and m.status = 'joined'
     join workspaces w on w.id = y.workspace_id
    where y.workspace_id = $1 and y.month = $2::date
      and y.credits_used >= coalesce(m.credit_limit, w.default_member_credit_limit)
    order by y.last_active desc nulls last, m.user_id limit $3`,
)

const expiring = prepared<ExpiringToken>(
  'tokens_expiring',
  `select c.id, c.name, u.email as owner_email, s.user_id as service_account_id, s.name as service_account_name,
          c.expires_at
     from credentials c
     join users u on u.id = c.user_id
     left join service_accounts s on s.user_id = c.user_id
    where c.workspace_id = $1 and c.kind = 'personal_token' and c.disabled_at is null
      and c.expires_at > $2 and c.expires_at <= $3
    order by c.expires_at, c.id limit $4`,
)

const credits = prepared<WorkspaceCredits>(
  'workspace_credits_of_month',
  `select w.monthly_limit::float8 as monthly_limit, u.credits_used::float8 as credits_used
     from workspaces w join workspace_credits u on u.workspace_id = w.id and u.month = $2::date
    where w.id = $1 and w.monthly_limit is not null`,
)

/** Members who used all the credits that they have this month. */
export async function membersAtLimit(
  db: Db,
  { workspace_id, now, limit }: AppScope,
): Promise<MemberAtLimit[]> {
  return atLimit(db, [workspace_id, monthOf(now), limit])
}

/** Access tokens that work now and not after `before`, those that end first. */
export async function expiringTokens(
  db: Db,
  { workspace_id, now, limit }: AppScope,
  before: Date,
): Promise<ExpiringToken[]> {
  return expiring(db, [workspace_id, now, before, limit])
}

/** What a workspace with a limit used this month; null without a limit, or when it used nothing. */
export async function creditsOfWorkspace(
  db: Db,
  { workspace_id, now }: AppScope,
): Promise<WorkspaceCredits | null> {
  const [row] = await credits(db, [workspace_id, monthOf(now)])
  return row ?? null
}
