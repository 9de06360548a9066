import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from '../../tenancy/index.ts'

export interface CriticalFinding extends AppOfRow {
  fingerprint: string
  title: string | null
  since: Date
}

const critical = prepared<CriticalFinding>(
  'scans_critical_findings',
  `select ${APP_OF_ROW}, f->>'fingerprint' as fingerprint, f->>'title' as title,
          (f->>'since')::timestamptz as since
     from apps a
     join security_scans s on s.app_id = a.id
     cross join lateral jsonb_array_elements(s.critical_findings) f
    where ${IN_SCOPE}
      and not exists (select from ignored_findings i where i.app_id = a.id and i.fingerprint = f->>'fingerprint'
                                                       and (i.expires_at is null or i.expires_at > $4))
    order by since desc, fingerprint limit $3`,
)

/** What is critical in the latest results and not ignored. */
export async function criticalFindings(db: Db, scope: AppScope): Promise<CriticalFinding[]> {
  return critical(db, [...scopeValues(scope), scope.limit, scope.now])
}
