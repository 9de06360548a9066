import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface UnverifiedDomain extends AppOfRow {
  id: string
  domain: string
  since: Date
}

const unverified = prepared<UnverifiedDomain>(
  'site_domains_unverified',
  `select ${APP_OF_ROW}, d.id, d.domain, d.created_date as since
     from apps a join site_domains d on d.app_id = a.id and d.verified_date is null
    where ${IN_SCOPE}
    order by d.created_date desc, d.id limit $3`,
)

/** Domains that lead nowhere until somebody proves whose they are. */
export async function unverifiedDomains(db: Db, scope: AppScope): Promise<UnverifiedDomain[]> {
  return unverified(db, [...scopeValues(scope), scope.limit])
}
