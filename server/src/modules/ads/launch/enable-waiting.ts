/** Starts the campaigns that waited for tracking; never one that somebody has paused. */
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import { obstacleOf } from '../accounts/account-hold.ts'
import { accountOf } from '../accounts/account-store.ts'
import {
  type AdCampaignRow,
  claimCampaign,
  dropClaim,
  waitingCampaigns,
} from '../campaigns/campaign-store.ts'
import { isReachable, type ReachableAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { enableCampaign } from './enable-campaign.ts'

/** Does nothing until tracking is verified, nor while advertising is on hold. What cannot be reached is tried later. */
export async function enableWaiting(deps: Deps, appId: string): Promise<{ enabled: number; failed: number }> {
  const result = await enableAll(deps, appId)
  if (result.failed > 0) await retryEnabling(deps, deps.db, appId)
  return result
}

export async function retryEnabling({ jobs }: Pick<Deps, 'jobs'>, tx: Db, appId: string): Promise<void> {
  await jobs.send(tx, enableWaitingCampaigns, { app_id: appId }, { after: RETRY_SECONDS, key: appId })
}

const RETRY_SECONDS = 30

export const enableWaitingCampaigns = job('ads.enable_waiting', {
  payload: Type.Object({ app_id: Type.String() }),
  retry: [60, 300, 1800, 7200],
  async run(deps: Deps, { app_id }) {
    const { failed } = await enableAll(deps, app_id)
    if (failed > 0) throw new Error(`${failed} campaigns could not be started`)
  },
})

async function enableAll(deps: Deps, appId: string): Promise<{ enabled: number; failed: number }> {
  const { db, adPlatform } = deps
  const [account, billing] = await Promise.all([accountOf(db, appId), billingOfApp(db, appId)])
  const result = { enabled: 0, failed: 0 }
  if (!isReachable(account, adPlatform) || account.tracking_verified_date === null) return result
  if (!billing || obstacleOf(account, billing) !== null) return result
  for (const row of await waitingCampaigns(db, appId)) {
    const outcome = await enableOne(deps, account, billing.workspace_id, row)
    if (outcome === 'enabled') result.enabled++
    if (outcome === 'failed') result.failed++
  }
  return result
}

async function enableOne(
  deps: Deps,
  account: ReachableAccount,
  workspace_id: string,
  { id, app_id }: AdCampaignRow,
): Promise<'enabled' | 'failed' | 'left'> {
  const { db, clock, audit } = deps
  const now = clock.now()
  const which = { app_id, id, change: 'resume' as const }
  const claimed = await claimCampaign(db, which, { claim_id: makeId('clm', now), now })
  if (!claimed) return 'failed'
  // Since it was listed, somebody may have paused it; what they sent and do not know the outcome of goes first too.
  const isWaiting = claimed.row.status === 'PAUSED' && claimed.row.pause_reason === 'tracking_pending'
  const isFree = claimed.before.unsettled === null || claimed.before.unsettled === 'resume'
  if (!isWaiting || !isFree) {
    await dropClaim(db, claimed, clock.now())
    return 'left'
  }
  const alsoStore = (tx: Db) =>
    audit.record(tx, null, {
      workspace_id,
      action: 'campaigns.resume',
      target_type: 'campaign',
      target_id: id,
      app_id,
      detail: { reason: 'tracking_verified' },
    })
  const { outcome } = await enableCampaign(deps, account, claimed, alsoStore)
  if (outcome === 'enabled') return 'enabled'
  // What is unknown is looked after as every change of a campaign is.
  return outcome === 'unknown' ? 'left' : 'failed'
}
