/** What usage shows is counted by the parts whose it is. */
import { eventUsageStore } from '../modules/analytics/index.ts'
import { recordUsageStore } from '../modules/entities/index.ts'
import { fileUsageStore } from '../modules/integrations/index.ts'
import type { AppUse, UsageSources, WorkspaceUse } from '../modules/usage/index.ts'
import type { Db } from '../platform/database/db.ts'
import { modelUsageStore } from '../tenancy/index.ts'
import { createQuotas } from '../tenancy/quotas/quotas.ts'
import type { QuotaLimits } from '../tenancy/quotas/usual-quotas.ts'

type Used = AppUse['used']

export function createUsageSources({ db, usual }: { db: Db; usual: QuotaLimits | null }): UsageSources {
  return {
    quotas: createQuotas({ db, usual }),
    async count(workspaceId, day, most) {
      const [records, events, files] = await Promise.all([
        recordUsageStore(db).ofWorkspace(workspaceId, most),
        eventUsageStore(db).ofWorkspace(workspaceId, day, most),
        fileUsageStore(db).ofWorkspace(workspaceId, most),
      ])
      return joinByApp([
        ...records.map(({ app_id, records: count, bytes }) => ({
          app_id,
          used: { records: count, record_bytes: bytes },
        })),
        ...events.map(({ app_id, events: count, anonymous }) => ({
          app_id,
          used: { events: count, anonymous_events: anonymous },
        })),
        ...files.map(({ app_id, bytes }) => ({ app_id, used: { file_bytes: bytes } })),
      ])
    },
    countModel: (workspaceId, since) => modelUsageStore(db).usedSince(workspaceId, since),
  }
}

/** What is said of one app in several places together; what names no app is of the workspace. */
function joinByApp(found: readonly { app_id: string | null; used: Used }[]): WorkspaceUse {
  let total: Used = {}
  const byApp = new Map<string, Used>()
  for (const { app_id, used } of found) {
    if (app_id === null) total = { ...total, ...used }
    else byApp.set(app_id, { ...byApp.get(app_id), ...used })
  }
  return { total, apps: [...byApp].map(([app_id, used]) => ({ app_id, used })) }
}
