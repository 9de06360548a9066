import type { Db } from '../../platform/database/db.ts'
import { type RefusalOptions, refuse } from '../../platform/errors.ts'
import { quotasOfWorkspace, workspaceQuotas } from './quota-store.ts'
import type { QuotaLimits, QuotaName } from './usual-quotas.ts'

export interface Quotas {
  /** Those of an app, by what the operator and its workspace chose; null where there are none, or no such app. */
  of(appId: string): Promise<AppQuotas | null>
  ofWorkspace(workspaceId: string): Promise<QuotaLimits | null>
}

export interface AppQuotas {
  workspace_id: string
  limits: QuotaLimits
}

/** `usual`: what the operator chose for all; null for none at all. */
export function createQuotas({ db, usual }: { db: Db; usual: QuotaLimits | null }): Quotas {
  return {
    async of(appId) {
      if (!usual) return null
      const found = await workspaceQuotas(db, appId)
      if (!found) return null
      const { workspace_id, quotas } = found
      return { workspace_id, limits: { ...usual, ...quotas } }
    },
    async ofWorkspace(workspaceId) {
      return usual && { ...usual, ...(await quotasOfWorkspace(db, workspaceId)) }
    },
  }
}

/** Says which quota it is and how much that is. */
export function refuseBy(
  code: 'quota_exceeded' | 'daily_quota_exceeded',
  quota: QuotaName,
  limits: QuotaLimits,
  options: RefusalOptions = {},
) {
  return refuse(code, { ...options, extra: { quota, limit: limits[quota] } })
}
