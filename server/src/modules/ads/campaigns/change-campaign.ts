/**
 * The one way in which a campaign changes on the platform. What is about to be sent is written down first, so that a
 * crash at any point leaves a row that says what has to be looked at; the row is also what others wait for, so that two
 * changes of a campaign follow each other, without a connection being held while the platform is asked.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { CampaignChanges, PlatformCampaign, Written } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { CampaignInReach } from './access-campaign.ts'
import { savePaused } from './campaign-check-store.ts'
import {
  type AdCampaignRow,
  type CampaignChange,
  type ClaimedCampaign,
  claimCampaign,
  dropClaim,
  findCampaign,
  leaveUnsettled,
  settleCampaign,
} from './campaign-store.ts'
import { pauseReasonAfter } from './campaign-truth.ts'
import { isReachable, platformUnavailable } from './reachable-account.ts'
import { FIRST_CHECK_SECONDS, reconcileCampaign } from './reconcile-campaign.ts'

export interface WantedChange {
  change: CampaignChange
  /** For the trail. */
  detail?: Record<string, unknown>
  /** What is sent, from the campaign as it is now; may refuse. Null: it is so already, nothing needs to be sent. */
  prepare(row: AdCampaignRow): Promise<Sending | null>
}

export interface Sending {
  send(customerId: string, platformCampaignId: string): Promise<Written<PlatformCampaign>>
  /** What the platform may not report again. */
  settings?: CampaignChanges
}

/** Another's change may take so long before one is asked to come back. */
const LONGEST_WAIT_MS = 5_000
const MOST_ROUNDS = 3

/**
 * Returns the campaign as it is afterwards; a lost answer is a 409, however soon a read could tell. Without a caller it is
 * Atrium itself that changes it.
 */
export async function changeCampaign(
  deps: Deps,
  caller: Caller | null,
  found: CampaignInReach,
  wanted: WantedChange,
): Promise<AdCampaignRow> {
  const { account } = found
  if (!isReachable(account, deps.adPlatform)) throw platformUnavailable()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const claim = await claimInTurn(deps, found.campaign, wanted.change)
    if (claim.before.unsettled !== null) {
      await settleFirst(deps, account.platform_customer_id, found, claim)
      continue
    }
    const sending = await prepared(deps, claim, wanted)
    if (sending === null) return (await dropClaim(deps.db, claim, deps.clock.now())) ?? claim.row
    if (wanted.change === 'pause' && claim.row.pause_reason === 'tracking_pending')
      await savePaused(deps.db, claim, deps.clock.now())
    const outcome = await sending.send(account.platform_customer_id, claim.row.platform_campaign_id)
    return conclude(deps, caller, { found, wanted, claim, sending, outcome })
  }
  throw refuse('campaign_busy')
}

/** Waits for its turn. */
async function claimInTurn(
  { db, clock }: Deps,
  { app_id, id }: AdCampaignRow,
  change: CampaignChange,
): Promise<ClaimedCampaign> {
  const start = performance.now()
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 500)) {
    const now = clock.now()
    const claim = await claimCampaign(db, { app_id, id, change }, { claim_id: makeId('clm', now), now })
    if (claim) return claim
    if (performance.now() - start > LONGEST_WAIT_MS) throw refuse('campaign_busy')
    if ((await findCampaign(db, app_id, id)) === null) throw refuse('campaign_not_found')
    await wait(waitMs * (0.5 + Math.random()))
  }
}

/** What became of an earlier change has to be known before the next one: the platform is asked now. */
async function settleFirst(
  { db, clock, audit, adPlatform }: Deps,
  customerId: string,
  { app }: CampaignInReach,
  claim: ClaimedCampaign,
): Promise<void> {
  const { row, before } = claim
  const read = await adPlatform.readCampaigns(customerId, [row.platform_campaign_id])
  if (read.outcome !== 'done') {
    await dropClaim(db, claim, clock.now())
    throw platformUnavailable()
  }
  const reported = read.value.find(({ campaign_id }) => campaign_id === row.platform_campaign_id)
  if (!reported) {
    await dropClaim(db, { ...claim, before: { unsettled: null, since: null } }, clock.now())
    return
  }
  await transaction(db, async (tx) => {
    const pause_reason = pauseReasonAfter(row, reported.status, before.unsettled)
    await settleCampaign(tx, claim, reported, { pause_reason, now: clock.now() })
    await audit.record(tx, null, {
      workspace_id: app.workspace_id,
      action: 'campaigns.settle',
      target_type: 'campaign',
      target_id: row.id,
      app_id: app.id,
      detail: { change: before.unsettled, status: reported.status },
    })
  })
}

/** A refusal leaves everything as it was. */
async function prepared({ db, clock }: Deps, claim: ClaimedCampaign, wanted: WantedChange) {
  try {
    return await wanted.prepare(claim.row)
  } catch (error) {
    await dropClaim(db, claim, clock.now())
    throw error
  }
}

interface Sent {
  found: CampaignInReach
  wanted: WantedChange
  claim: ClaimedCampaign
  sending: Sending
  outcome: Written<PlatformCampaign>
}

async function conclude(deps: Deps, caller: Caller | null, sent: Sent): Promise<AdCampaignRow> {
  const { db, clock, audit, jobs, log } = deps
  const { found, wanted, claim, sending, outcome } = sent
  const { app } = found
  const { id, app_id } = claim.row
  const fact = {
    workspace_id: app.workspace_id,
    action: `campaigns.${wanted.change}`,
    target_type: 'campaign',
    target_id: id,
    app_id,
  }
  switch (outcome.outcome) {
    case 'done': {
      const reported = { ...sending.settings, ...withoutGaps(outcome.value) }
      const pause_reason = pauseReasonAfter(claim.row, reported.status, wanted.change)
      return transaction(db, async (tx) => {
        const row = await settleCampaign(tx, claim, reported, { pause_reason, now: clock.now() })
        await audit.record(tx, caller, { ...fact, detail: { ...wanted.detail } })
        // Anyone who took over in the meantime stores what they find; it happened all the same.
        return row ?? (await findCampaign(tx, app_id, id)) ?? claim.row
      })
    }
    case 'unknown':
      log.warn({ campaign_id: id, change: wanted.change, cause: outcome.message }, 'a change has no outcome')
      await transaction(db, async (tx) => {
        const next = new Date(clock.now().getTime() + FIRST_CHECK_SECONDS * 1000)
        await leaveUnsettled(tx, claim, next)
        await jobs.send(tx, reconcileCampaign, { app_id, campaign_id: id }, { after: next, key: id })
        await audit.record(tx, caller, { ...fact, detail: { ...wanted.detail, outcome: 'unknown' } })
      })
      throw refuse('outcome_unknown', { message: UNKNOWN, extra: { campaign_id: id } })
    case 'rejected':
      await dropClaim(db, claim, clock.now())
      throw refuse('rejected_by_platform', { extra: { reasons: outcome.reasons } })
    case 'unavailable':
      await dropClaim(db, claim, clock.now())
      throw platformUnavailable()
  }
}

const UNKNOWN =
  'The ad platform did not answer after it was asked, so this may have happened; read the campaign before you repeat it.'

/** What the platform does not report is left out, not overwritten. */
function withoutGaps(campaign: PlatformCampaign): PlatformCampaign {
  const reported = Object.entries(campaign).filter(([, value]) => value !== undefined)
  return Object.fromEntries(reported) as unknown as PlatformCampaign
}
