import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { AdAccountRow } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { storeTruths } from './campaign-check-store.ts'
import type { AdCampaignRow } from './campaign-store.ts'
import { truthOf } from './campaign-truth.ts'
import { isReachable } from './reachable-account.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'adPlatform' | 'log'>

/** The campaigns as the platform has them now, in one read; as they were last known while it cannot be asked. */
export async function refreshCampaigns(
  deps: Needs,
  account: AdAccountRow | null,
  rows: readonly AdCampaignRow[],
): Promise<readonly AdCampaignRow[]> {
  const { adPlatform, log } = deps
  const living = rows.filter(({ status }) => status !== 'REMOVED') // the others stay as they are
  if (living.length === 0 || !isReachable(account, adPlatform)) return rows
  const ids = living.map(({ platform_campaign_id }) => platform_campaign_id)
  const read = await adPlatform.readCampaigns(account.platform_customer_id, ids)
  if (read.outcome !== 'done') {
    log.warn({ app_id: account.app_id, cause: read.message }, 'campaigns cannot be read from the ad platform')
    return rows
  }
  return (await takeOver(deps, rows, read.value)).rows
}

/** Stores what is different, and returns the campaigns with it, whether or not it could be stored. */
export async function takeOver(
  { db, clock }: Needs,
  rows: readonly AdCampaignRow[],
  reported: readonly PlatformCampaign[],
): Promise<{ rows: AdCampaignRow[]; updated: number }> {
  const byId = new Map(reported.map((campaign) => [campaign.campaign_id, campaign]))
  const truths = rows.map((row) => {
    const campaign = byId.get(row.platform_campaign_id)
    return campaign ? truthOf(row, campaign) : null
  })
  const now = clock.now()
  const changes = truths.filter((truth) => truth !== null)
  const stored = await storeTruths(db, changes, now)
  return {
    rows: rows.map((row, at) => {
      const truth = truths[at]
      if (!truth) return row
      return truth.is_changed ? { ...truth.after, updated_date: now } : truth.after
    }),
    updated: stored.length,
  }
}
