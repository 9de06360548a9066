/** Finds out what became of a change whose answer was lost: it asks the platform until that is known. */
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import { accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { claimDueCampaign, type DueCampaign, postponeCheck } from './campaign-check-store.ts'
import { settleCampaign } from './campaign-store.ts'
import { isApplied, pauseReasonAfter } from './campaign-truth.ts'
import { isReachable } from './reachable-account.ts'

export const FIRST_CHECK_SECONDS = 1
/** After each look that reported nothing; then every hour until a day is over. */
const WAITS = [10, 30, 120, 600]
const HOUR = 3600
const MOST_CHECKS = WAITS.length + 1 + 24
/** No request is on its way for longer: what is not to be seen by then did not happen. */
const LOST_AFTER_SECONDS = 120

const Payload = Type.Object({ app_id: Type.String(), campaign_id: Type.String() })

export const reconcileCampaign = job('ads.reconcile_campaign', {
  payload: Payload,
  retry: [], // what fails is found again by the sweep
  timeoutSeconds: 60,
  async run(deps: Deps, payload) {
    const { db, clock } = deps
    const now = clock.now()
    const due = await claimDueCampaign(db, payload, { claim_id: makeId('clm', now), now })
    if (!due) return
    const reported = await look(deps, due)
    const isOver = now.getTime() - due.row.unsettled_since.getTime() >= LOST_AFTER_SECONDS * 1000
    if (reported && (isOver || isApplied(due.row, reported))) await settle(deps, due, reported)
    else await lookAgain(deps, due)
  },
})

/** As the platform has it; null when that cannot be read. */
async function look({ db, adPlatform }: Deps, { row }: DueCampaign): Promise<PlatformCampaign | null> {
  const account = await accountOf(db, row.app_id)
  if (!isReachable(account, adPlatform)) return null
  const read = await adPlatform.readCampaigns(account.platform_customer_id, [row.platform_campaign_id])
  if (read.outcome !== 'done') return null
  return read.value.find(({ campaign_id }) => campaign_id === row.platform_campaign_id) ?? null
}

async function settle(
  { db, clock, audit }: Deps,
  due: DueCampaign,
  reported: PlatformCampaign,
): Promise<void> {
  const { row } = due
  await transaction(db, async (tx) => {
    const pause_reason = pauseReasonAfter(row, reported.status, row.unsettled)
    const settled = await settleCampaign(tx, due, reported, { pause_reason, now: clock.now() })
    if (!settled) return
    await audit.record(tx, null, {
      workspace_id: row.workspace_id,
      action: 'campaigns.settle',
      target_type: 'campaign',
      target_id: row.id,
      app_id: row.app_id,
      detail: { change: row.unsettled, status: reported.status, applied: isApplied(row, reported) },
    })
  })
}

async function lookAgain({ db, clock, jobs, log }: Deps, due: DueCampaign): Promise<void> {
  const { id: campaign_id, app_id, unsettled: change, checks } = due.row
  const wait = WAITS[checks] ?? HOUR
  const isLast = checks + 1 >= MOST_CHECKS
  const next = isLast ? null : new Date(clock.now().getTime() + wait * 1000)
  await transaction(db, async (tx) => {
    await postponeCheck(tx, due, { checks: checks + 1, next })
    if (next)
      await jobs.send(tx, reconcileCampaign, { app_id, campaign_id }, { after: next, key: campaign_id })
  })
  if (isLast) log.error({ campaign_id, change }, 'what became of a change could not be found out for a day')
}
