import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  type AdCampaignRow,
  type ClaimedCampaign,
  dropClaim,
  leaveUnsettled,
  settleCampaign,
} from '../campaigns/campaign-store.ts'
import type { ReachableAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { firstCheck } from './unknown-launch.ts'

export type Enabled =
  | { outcome: 'enabled' | 'unavailable' | 'rejected'; row: AdCampaignRow }
  | { outcome: 'unknown'; message: string }

/** Starts a campaign that was claimed for it, and stores what became of that; with it what `alsoStore` stores. */
export async function enableCampaign(
  { db, clock, adPlatform, log }: Pick<Deps, 'db' | 'clock' | 'adPlatform' | 'log'>,
  { platform_customer_id }: ReachableAccount,
  claimed: ClaimedCampaign,
  alsoStore: (tx: Db) => Promise<void> = async () => {},
): Promise<Enabled> {
  const { id, app_id, platform_campaign_id } = claimed.row
  const sent = await adPlatform.setCampaignStatus(platform_customer_id, platform_campaign_id, 'ENABLED')
  if (sent.outcome === 'unknown') {
    await leaveUnsettled(db, claimed, firstCheck(clock.now()))
    return { outcome: 'unknown', message: sent.message }
  }
  if (sent.outcome === 'done') {
    const { value } = sent
    const row = await transaction(db, async (tx) => {
      const settled = await settleCampaign(tx, claimed, value, { pause_reason: null, now: clock.now() })
      await alsoStore(tx)
      return settled ?? lost()
    })
    return { outcome: 'enabled', row }
  }
  log.warn({ app_id, campaign_id: id, sent }, 'a campaign could not be started')
  return { outcome: sent.outcome, row: (await dropClaim(db, claimed, clock.now())) ?? lost() }
}

/** It took so long that another has changed the campaign. */
function lost(): never {
  throw refuse('outcome_unknown')
}
