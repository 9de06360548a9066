import type { CreditKind } from '@atrium/contract/credits'
import { MOST_OF_USAGE } from '@atrium/contract/usage'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface CreditShares {
  counted: number
  by_kind: { kind: CreditKind; amount: number }[]
  by_app: { app_id: string | null; app_name: string | null; amount: number }[]
  by_member: { user_id: string; user_email: string | null; amount: number }[]
  by_day: { date: string; amount: number }[]
}

/** So many uses are added up at most, and so many mails counted. */
export const MOST_COUNTED = 100_000

const shares = prepared<CreditShares>(
  'usage_credit_shares',
  `with uses as materialized (
     select kind, app_id, user_id, amount, to_char(created_date at time zone 'UTC', 'YYYY-MM-DD') as date
       from credit_uses where workspace_id = $1 and created_date >= $2
      order by created_date desc, id desc limit ${MOST_COUNTED + 1}),
   by_kind as (select kind, sum(amount)::float8 as amount from uses group by kind order by 2 desc),
   by_app as (select app_id, sum(amount)::float8 as amount from uses group by app_id
               order by 2 desc, 1 limit ${MOST_OF_USAGE}),
   by_member as (select user_id, sum(amount)::float8 as amount from uses group by user_id
                  order by 2 desc, 1 limit ${MOST_OF_USAGE}),
   by_day as (select date, sum(amount)::float8 as amount from uses group by date order by 1)
   select (select count(*)::int from uses) as counted,
          coalesce((select json_agg(k) from by_kind k), '[]') as by_kind,
          coalesce((select json_agg(json_build_object('app_id', b.app_id, 'app_name', a.name, 'amount', b.amount)
                                    order by b.amount desc)
                      from by_app b left join apps a on a.id = b.app_id and a.workspace_id = $1), '[]') as by_app,
          coalesce((select json_agg(json_build_object('user_id', b.user_id, 'user_email', u.email, 'amount', b.amount)
                                    order by b.amount desc)
                      from by_member b left join users u on u.id = b.user_id), '[]') as by_member,
          coalesce((select json_agg(d) from by_day d), '[]') as by_day`,
)

const mailsSince = prepared<{ mails: number }>(
  'usage_mails_since',
  `select count(*)::int as mails from (
     select from mails where workspace_id = $1 and created_date >= $2 limit ${MOST_COUNTED}) m`,
)

const monthCredits = prepared<{ used: number; monthly_limit: number | null }>(
  'usage_month_credits',
  `select coalesce((select c.credits_used from workspace_credits c where c.workspace_id = w.id and c.month = $2::date), 0)::float8 as used,
          w.monthly_limit::float8 as monthly_limit
     from workspaces w where w.id = $1`,
)

const appNames = prepared<{ id: string; name: string }>(
  'usage_app_names',
  'select id, name from apps where workspace_id = $1 and id = any($2)',
)

export const usageStore = (db: Db) => ({
  async creditShares(workspaceId: string, since: Date): Promise<CreditShares> {
    const [row] = await shares(db, [workspaceId, since])
    if (!row) throw new Error('sums without a row')
    return row
  },
  async mailsSince(workspaceId: string, since: Date): Promise<number> {
    const [row] = await mailsSince(db, [workspaceId, since])
    return row?.mails ?? 0
  },
  async credits(workspaceId: string, month: string) {
    const [row] = await monthCredits(db, [workspaceId, month])
    return row ?? { used: 0, monthly_limit: null }
  },
  async appNames(workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await appNames(db, [workspaceId, ids])
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
})
