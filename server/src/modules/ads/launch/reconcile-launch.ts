/** Finds out what became of launches whose answer was lost: looks for them by their reference and sends nothing. */
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import {
  type AdAccountRow,
  accountOf,
  deletePendingAccount,
  isTrackingVerified,
} from '../accounts/account-store.ts'
import { storeTruths } from '../campaigns/campaign-check-store.ts'
import {
  claimCampaign,
  dropClaim,
  findByPlatformId,
  findCampaign,
  settleCampaign,
} from '../campaigns/campaign-store.ts'
import { truthOf } from '../campaigns/campaign-truth.ts'
import { isReachable, type ReachableAccount } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { isKnownByContent } from './draft.ts'
import {
  findLaunch,
  isOfAnotherLaunch,
  type LaunchRow,
  type LaunchStep,
  markUnknown,
  moveLaunch,
  postponeCheck,
} from './launch-store.ts'
import { storeAccount } from './store-account.ts'
import { storeCampaign } from './store-campaign.ts'
import { firstCheck, type Looked, nextCheck } from './unknown-launch.ts'

export const reconcileLaunch = job('ads.reconcile_launch', {
  payload: Type.Object({ launch_id: Type.String() }),
  retry: [10, 60],
  async run(deps: Deps, { launch_id }) {
    const launch = await findLaunch(deps.db, launch_id)
    if (launch?.state !== 'outcome_unknown' || launch.unknown_step === null) return
    if (launch.next_check_date && launch.next_check_date > deps.clock.now()) return
    const looked = await LOOK[launch.unknown_step](deps, launch)
    if (looked !== 'settled') await lookAgain(deps, launch, looked)
  },
})

/** A look out of turn; the next one stays when it is. */
export async function lookNow(deps: Deps, launch: LaunchRow): Promise<void> {
  if (launch.unknown_step !== null) await LOOK[launch.unknown_step](deps, launch)
}

/** It was sent and the answer is lost; the search begins at once. False when another has taken the launch over. */
export function leaveUnknown(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  launch: Pick<LaunchRow, 'id' | 'state'>,
  step: LaunchStep,
  message: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const next = firstCheck(now)
    const left = await markUnknown(tx, launch, { step, message, now, next })
    if (left) await jobs.send(tx, reconcileLaunch, { launch_id: launch.id }, { after: next, key: launch.id })
    return left !== null
  })
}

async function lookAgain(deps: Deps, launch: LaunchRow, looked: Looked): Promise<void> {
  const { db, clock, jobs, log } = deps
  const now = clock.now()
  const next = nextCheck(launch, looked, now)
  if (next === null) return settleLost(deps, launch)
  log.info(
    { launch_id: launch.id, app_id: launch.app_id, looked },
    'the outcome of a launch is not known yet',
  )
  await transaction(db, async (tx) => {
    if (!(await postponeCheck(tx, launch, next, now))) return
    const options = { after: next.next_check_date, key: launch.id }
    await jobs.send(tx, reconcileLaunch, { launch_id: launch.id }, options)
  })
}

type Look = (deps: Deps, launch: LaunchRow) => Promise<Looked | 'settled'>

const LOOK: Record<LaunchStep, Look> = {
  /** The campaign was not sent yet, so once the account is known the draft is free again. */
  async account(deps, launch) {
    const { db, adPlatform } = deps
    const account = await accountOf(db, launch.app_id)
    if (account?.status === 'PENDING' && account.platform === adPlatform.kind) {
      const found = await adPlatform.findAccount(account.reference)
      if (found.outcome === 'unavailable') return 'unreadable'
      if (found.value === null) return 'absent'
      const workspace_id = (await billingOfApp(db, launch.app_id))?.workspace_id ?? ''
      await storeAccount(deps, null, { account, workspace_id }, found.value)
    }
    await release(deps, launch)
    return 'settled'
  },

  async campaign(deps, launch) {
    const account = await accountOf(deps.db, launch.app_id)
    if (!isReachable(account, deps.adPlatform)) return 'unreadable'
    const found = await deps.adPlatform.findCampaign(account.platform_customer_id, launch.reference)
    if (found.outcome === 'unavailable') return 'unreadable'
    if (found.value === null || !(await isOfThisLaunch(deps, launch, account, found.value))) return 'absent'
    await saveFound(deps, launch, account, found.value)
    return 'settled'
  },

  /** The campaign is there; whether it runs is the question. */
  async enable(deps, launch) {
    const { db, clock, adPlatform } = deps
    const [account, row] = await Promise.all([
      accountOf(db, launch.app_id),
      launch.campaign_id === null ? null : findCampaign(db, launch.app_id, launch.campaign_id),
    ])
    if (row?.unsettled) {
      if (!isReachable(account, adPlatform)) return 'unreadable'
      const read = await adPlatform.readCampaigns(account.platform_customer_id, [row.platform_campaign_id])
      const reported = read.outcome === 'done' ? read.value[0] : undefined
      if (!reported) return 'unreadable'
      const truth = truthOf(row, reported)
      if (!truth?.is_settled) return 'absent'
      const stored = await storeTruths(db, [truth], clock.now())
      if (stored.length === 0) return 'unreadable' // it is in other hands, who will know it
    }
    await close(deps, launch)
    return 'settled'
  },
}

/**
 * A living campaign under the reference is the draft's, no matter who made it. A removed one has freed its reference, so it
 * may be older than this launch: then it is known here, made by another launch or before this one.
 */
async function isOfThisLaunch(
  { db }: Deps,
  launch: LaunchRow,
  account: AdAccountRow,
  { campaign_id, status }: PlatformCampaign,
): Promise<boolean> {
  if (status !== 'REMOVED') return true
  const row = await findByPlatformId(db, account.id, campaign_id)
  if (!row) return false
  return row.created_date >= launch.created_date && !(await isOfAnotherLaunch(db, row.id, launch.id))
}

/** It stays paused: the caller was informed that nobody knows, and may have done something about it. */
async function saveFound(
  deps: Deps,
  launch: LaunchRow,
  account: ReachableAccount,
  campaign: PlatformCampaign,
): Promise<void> {
  const { db, clock } = deps
  const workspace_id = (await billingOfApp(db, launch.app_id))?.workspace_id ?? ''
  await transaction(db, async (tx) => {
    const pause_reason = (await isTrackingVerified(tx, account.id)) ? null : 'tracking_pending'
    const row = await storeCampaign(deps, tx, null, { launch, account, workspace_id, campaign, pause_reason })
    const to = row.status === 'REMOVED' && isKnownByContent(launch) ? 'released' : 'done'
    await moveLaunch(tx, launch.id, { from: ['outcome_unknown'], to, campaign_id: row.id }, clock.now())
  })
}

/** What was looked for long enough was lost on its way. */
async function settleLost(deps: Deps, launch: LaunchRow): Promise<void> {
  const { db, clock, log } = deps
  log.warn({ launch_id: launch.id, app_id: launch.app_id, step: launch.unknown_step }, 'a launch was lost')
  if (launch.unknown_step === 'enable') {
    await leavePaused(deps, launch)
    return close(deps, launch)
  }
  await transaction(db, async (tx) => {
    const account = launch.unknown_step === 'account' ? await accountOf(tx, launch.app_id) : null
    if (account) await deletePendingAccount(tx, account.id)
    await moveLaunch(tx, launch.id, { from: ['outcome_unknown'], to: 'released' }, clock.now())
  })
}

async function leavePaused({ db, clock, adPlatform }: Deps, launch: LaunchRow): Promise<void> {
  const account = await accountOf(db, launch.app_id)
  if (!isReachable(account, adPlatform) || launch.campaign_id === null) return
  const now = clock.now()
  const which = { app_id: launch.app_id, id: launch.campaign_id, change: 'resume' as const }
  const claimed = await claimCampaign(db, which, { claim_id: makeId('clm', now), now })
  if (!claimed) return
  const read = await adPlatform.readCampaigns(account.platform_customer_id, [
    claimed.row.platform_campaign_id,
  ])
  const reported = read.outcome === 'done' ? read.value[0] : undefined
  if (reported) await settleCampaign(db, claimed, reported, { pause_reason: null, now: clock.now() })
  else await dropClaim(db, claimed, clock.now())
}

async function release({ db, clock }: Deps, { id }: LaunchRow): Promise<void> {
  await moveLaunch(db, id, { from: ['outcome_unknown'], to: 'released' }, clock.now())
}

async function close({ db, clock }: Deps, { id }: LaunchRow): Promise<void> {
  await moveLaunch(db, id, { from: ['outcome_unknown'], to: 'done' }, clock.now())
}
