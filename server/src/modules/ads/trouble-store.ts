import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface LimitedCampaign extends AppOfRow {
  id: string
  campaign_name: string
  primary_status: 'LIMITED' | 'NOT_ELIGIBLE' | 'MISCONFIGURED'
  primary_status_reasons: readonly string[]
}

export interface TroubledAccount extends AppOfRow {
  id: string
  account_name: string
  status: string
  billing_hold: boolean
  terms_accepted_date: Date | null
  created_date: Date
}

const limited = prepared<LimitedCampaign>(
  'ad_campaigns_limited',
  `select ${APP_OF_ROW}, c.id, c.campaign_name, c.primary_status, c.primary_status_reasons
     from apps a
     join ad_campaigns c on c.app_id = a.id and c.status = 'ENABLED'
          and c.primary_status in ('LIMITED', 'NOT_ELIGIBLE', 'MISCONFIGURED')
    where ${IN_SCOPE}
    order by c.created_date desc, c.id limit $3`,
)

const OF_APPS = `select ${APP_OF_ROW}, t.id, t.account_name, t.status, t.billing_hold, t.terms_accepted_date,
                        t.created_date
                   from apps a join ad_accounts t on t.app_id = a.id and t.status not in ('CANCELED', 'CLOSED', 'PENDING')
                  where ${IN_SCOPE}`

const troubled = prepared<TroubledAccount>(
  'ad_accounts_troubled',
  `(${OF_APPS} and t.terms_accepted_date is null order by t.created_date desc, t.id limit $3)
   union all
   (${OF_APPS} and t.terms_accepted_date is not null and (t.billing_hold or t.status in ('BILLING_HOLD', 'SUSPENDED'))
    order by t.created_date desc, t.id limit $3)`,
)

/** Campaigns that are on and do not run as they could. */
export async function limitedCampaigns(db: Db, scope: AppScope): Promise<LimitedCampaign[]> {
  return limited(db, [...scopeValues(scope), scope.limit])
}

/** Accounts that are held, and those whose terms nobody accepted. */
export async function troubledAccounts(db: Db, scope: AppScope): Promise<TroubledAccount[]> {
  return troubled(db, [...scopeValues(scope), scope.limit])
}
