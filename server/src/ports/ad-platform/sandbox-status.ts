/** What the sandbox says about how a campaign fares. The first that holds is said. */
import { addDays, localDate } from '../../platform/time/local-days.ts'
import type { PlatformCampaign } from './port.ts'
import { currentVersion, learningEndsAt, type SandboxCampaign } from './sandbox-campaign.ts'
import { demandMicros, type Scene } from './sandbox-performance.ts'
import { audienceOf } from './sandbox-places.ts'
import { isDisapproved, REVIEW_MS } from './sandbox-review.ts'

export type Standing = Pick<
  PlatformCampaign,
  'review_status' | 'serving_status' | 'primary_status' | 'primary_status_reasons' | 'learning_ends_at'
>

/** More demand than so many budgets, or fewer people than that, and it could do better. */
const MUCH_DEMAND = 1.5
const FEW_PEOPLE = 5_000

export function standingOf(campaign: SandboxCampaign, scene: Scene): Standing {
  const { submitted_at } = currentVersion(campaign)
  const isInReview = scene.now.getTime() < submitted_at.getTime() + REVIEW_MS
  const [primary_status, reason, serving_status] = primaryStatus(campaign, scene, isInReview)
  return {
    review_status: isInReview ? 'REVIEW_IN_PROGRESS' : 'REVIEWED',
    serving_status,
    primary_status,
    primary_status_reasons: reason === null ? [] : [reason],
    learning_ends_at: learningEndsAt(campaign),
  }
}

type Primary = readonly [primary: string, reason: string | null, serving: string]

function primaryStatus(campaign: SandboxCampaign, scene: Scene, isInReview: boolean): Primary {
  const { status, settings } = currentVersion(campaign)
  const { reach, barred } = audienceOf(settings, scene.findPlace)
  // Smart campaigns have ads, the others groups of assets.
  const ads = campaign.campaign_type === 'SMART' ? 'ADS' : 'ASSET_GROUPS'

  if (status === 'REMOVED') return ['REMOVED', 'CAMPAIGN_REMOVED', 'NONE']
  if (scene.account.status !== 'ENABLED') return ['NOT_ELIGIBLE', null, 'SUSPENDED']
  if (status === 'PAUSED') return ['PAUSED', 'CAMPAIGN_PAUSED', 'NONE']
  if (isInReview) return ['PENDING', `MOST_${ads}_UNDER_REVIEW`, 'PENDING']
  if (isDisapproved(settings)) return ['NOT_ELIGIBLE', `HAS_${ads}_DISAPPROVED`, 'NONE']
  if (barred === 'all') return ['NOT_ELIGIBLE', `HAS_${ads}_LIMITED_BY_POLICY`, 'NONE']
  if (barred === 'some') return ['LIMITED', `HAS_${ads}_LIMITED_BY_POLICY`, 'SERVING']
  if (scene.now < learningEndsAt(campaign)) return ['LEARNING', 'BIDDING_STRATEGY_LEARNING', 'SERVING']
  if (yesterdaysDemand(campaign, scene) > settings.daily_budget_micros * MUCH_DEMAND)
    return ['LIMITED', 'BUDGET_CONSTRAINED', 'SERVING']
  if (reach < FEW_PEOPLE) return ['LIMITED', 'SEARCH_VOLUME_LIMITED', 'SERVING']
  return ['ELIGIBLE', null, 'SERVING']
}

function yesterdaysDemand(campaign: SandboxCampaign, scene: Scene): number {
  const yesterday = addDays(localDate(scene.now, scene.account.time_zone), -1)
  return demandMicros(campaign, currentVersion(campaign).settings, yesterday, scene)
}
