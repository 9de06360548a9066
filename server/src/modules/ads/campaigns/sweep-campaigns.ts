import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { overdueCampaigns } from './campaign-check-store.ts'
import { reconcileCampaign } from './reconcile-campaign.ts'

const AT_ONCE = 200
/** Those that are just due have a job of their own. */
const GRACE_SECONDS = 10

/** Finds the changes that a crash left between the call and its outcome, and lets each be looked at. */
export const sweepCampaigns = job('ads.sweep_campaigns', {
  payload: Type.Object({}),
  retry: [],
  async run({ db, clock, jobs }: Deps) {
    const before = new Date(clock.now().getTime() - GRACE_SECONDS * 1000)
    for (const { id, app_id } of await overdueCampaigns(db, before, AT_ONCE))
      await jobs.send(db, reconcileCampaign, { app_id, campaign_id: id }, { key: id })
  },
})
