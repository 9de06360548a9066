import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { CampaignInReach } from './access-campaign.ts'
import { livingOf } from './campaign-list-store.ts'
import { pause } from './pause-campaign.ts'
import type { ReachableAccount } from './reachable-account.ts'
import { refreshCampaigns } from './refresh-campaigns.ts'

/** An app has no more that live. */
const MOST = 1_000
const AT_ONCE = 4

export interface Paused {
  paused: number
  already_paused: number
  failed: Failure[]
}

interface Failure {
  campaign_id: string
  code: string
  message: string
}

/**
 * Pauses every campaign of the app that is not paused because somebody wanted it. What runs on the platform counts, not
 * what we believe; those that wait for tracking do not start any more. One that fails does not stop the others.
 */
export async function pauseRunning(
  deps: Deps,
  caller: Caller | null,
  app: CampaignInReach['app'],
  account: ReachableAccount,
): Promise<Paused> {
  const rows = await refreshCampaigns(deps, account, await livingOf(deps.db, app.id, MOST))
  const living = rows.filter(({ status }) => status !== 'REMOVED')
  const running = living.filter((row) => row.pause_reason !== 'user' || row.unsettled !== null)
  const failed: Failure[] = []
  const queue = running.values()
  const worker = async () => {
    for (const campaign of queue) {
      const failure = await pauseOne(deps, caller, { app, account, campaign })
      if (failure) failed.push(failure)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return {
    paused: running.length - failed.length,
    already_paused: living.length - running.length,
    failed,
  }
}

/** What nobody foresaw is reported in the log. */
async function pauseOne(deps: Deps, caller: Caller | null, found: CampaignInReach): Promise<Failure | null> {
  const campaign_id = found.campaign.id
  try {
    await pause(deps, caller, found)
    return null
  } catch (error) {
    if (error instanceof ApiError) return { campaign_id, code: error.code, message: error.message }
    deps.log.error({ err: error, campaign_id }, 'a campaign could not be paused')
    const message = 'Something failed on our side; it may still run, pause it by itself.'
    return { campaign_id, code: 'internal_error', message }
  }
}
