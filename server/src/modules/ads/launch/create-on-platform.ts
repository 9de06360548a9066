/** The campaign of a launch: made paused, kept, then started if the app reports conversions. */
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import { isTrackingVerified } from '../accounts/account-store.ts'
import { type AdCampaignRow, type ClaimedCampaign, claimCampaign } from '../campaigns/campaign-store.ts'
import { platformUnavailable, type ReachableAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { enableCampaign } from './enable-campaign.ts'
import { retryEnabling } from './enable-waiting.ts'
import { type LaunchRow, moveLaunch } from './launch-store.ts'
import { leaveUnknown } from './reconcile-launch.ts'
import { storeCampaign } from './store-campaign.ts'

export interface Making {
  app: App
  account: ReachableAccount
  launch: LaunchRow
  /** The account was opened for this launch. */
  isNewAccount: boolean
}

export async function createOnPlatform(deps: Deps, caller: Caller, making: Making): Promise<AdCampaignRow> {
  const { db, clock, adPlatform } = deps
  const { account, isNewAccount } = making
  const from = isNewAccount ? 'account_sent' : 'started'
  const sent = await moveLaunch(db, making.launch.id, { from: [from], to: 'campaign_sent' }, clock.now())
  // Another has taken it for the launch of a node that is gone.
  if (!sent) throw refuse('outcome_unknown')
  const { reference, input } = sent
  const asked = await adPlatform.createCampaign(account.platform_customer_id, { ...input, reference })
  switch (asked.outcome) {
    case 'done':
      return saveAndStart(deps, caller, { ...making, launch: sent }, asked.value)
    case 'rejected': {
      const { reasons } = asked
      await end(deps, sent, { to: 'rejected', error: { reasons } })
      throw refuse('rejected_by_platform', { extra: { reasons, account_created: isNewAccount } })
    }
    case 'unavailable':
      await end(deps, sent, { to: 'released', error: { message: asked.message } })
      throw platformUnavailable()
    case 'unknown':
      await leaveUnknown(deps, sent, 'campaign', asked.message)
      throw refuse('outcome_unknown')
  }
}

async function end(
  { db, clock }: Deps,
  { id, state }: LaunchRow,
  ended: { to: 'rejected' | 'released'; error: unknown },
): Promise<void> {
  await moveLaunch(db, id, { from: [state], ...ended }, clock.now())
}

async function saveAndStart(
  deps: Deps,
  caller: Caller,
  making: Making,
  campaign: PlatformCampaign,
): Promise<AdCampaignRow> {
  const { db, clock } = deps
  const { launch, account, app } = making
  const kept = await transaction(db, async (tx) => {
    const pause_reason = 'tracking_pending' as const
    const { workspace_id } = app
    const row = await storeCampaign(deps, tx, caller, {
      launch,
      account,
      workspace_id,
      campaign,
      pause_reason,
    })
    const claimed = (await isTrackingVerified(tx, account.id)) ? await claim(deps, tx, row) : null
    const to = claimed ? 'enable_sent' : 'done'
    // Also when it took so long that another has begun to look for it: here it is.
    const from = ['campaign_sent', 'outcome_unknown'] as const
    const moved = await moveLaunch(tx, launch.id, { from, to, campaign_id: row.id }, clock.now())
    return { row, claimed, launch: moved }
  })
  if (!kept.claimed) return kept.row
  return start(deps, making, { launch: kept.launch ?? launch, claimed: kept.claimed })
}

function claim({ clock }: Deps, tx: Deps['db'], row: AdCampaignRow): Promise<ClaimedCampaign | null> {
  const now = clock.now()
  const which = { app_id: row.app_id, id: row.id, change: 'resume' as const }
  return claimCampaign(tx, which, { claim_id: makeId('clm', now), now })
}

/** Whatever becomes of it, the campaign is there; only an answer that is lost leaves open whether it costs money. */
async function start(
  deps: Deps,
  { account, app }: Making,
  { launch, claimed }: { launch: LaunchRow; claimed: ClaimedCampaign },
): Promise<AdCampaignRow> {
  const enabled = await enableCampaign(deps, account, claimed)
  if (enabled.outcome === 'unknown') {
    await leaveUnknown(deps, launch, 'enable', enabled.message)
    throw refuse('outcome_unknown', { extra: { campaign_id: claimed.row.id } })
  }
  await transaction(deps.db, async (tx) => {
    await moveLaunch(tx, launch.id, { from: ['enable_sent'], to: 'done' }, deps.clock.now())
    if (enabled.outcome !== 'enabled') await retryEnabling(deps, tx, app.id)
  })
  return enabled.row
}
