/** A campaign as the sandbox remembers it, and what follows from its history alone. */
import type { RowOf } from '../../platform/database/table.ts'
import type { CampaignSettings, CampaignType } from './port.ts'
import { isDisapproved, REVIEW_MS } from './sandbox-review.ts'
import type { sandboxAccounts, sandboxCampaigns, sandboxVersions } from './sandbox-tables.ts'

export type SandboxAccount = RowOf<typeof sandboxAccounts>
export type CampaignVersion = Omit<RowOf<typeof sandboxVersions>, 'campaign_id'>

export interface SandboxCampaign extends Omit<RowOf<typeof sandboxCampaigns>, 'is_removed'> {
  /** Oldest first; there is always one. */
  versions: readonly [CampaignVersion, ...CampaignVersion[]]
}

const DAY_MS = 24 * 3600 * 1000
const LEARNING_MS: Record<CampaignType, number> = { SMART: 7 * DAY_MS, PERFORMANCE_MAX: 14 * DAY_MS }
/** After a budget changed by more than a fifth. */
const LEARNING_ANEW_MS = 3 * DAY_MS
const SMALL_CHANGE = 0.2

export function currentVersion({ versions }: SandboxCampaign): CampaignVersion {
  return versions.at(-1) ?? versions[0]
}

/** Null before it was enabled for the first time. */
export function firstEnabled({ versions }: SandboxCampaign): Date | null {
  return versions.find(({ status }) => status === 'ENABLED')?.created_date ?? null
}

export function learningMs({ campaign_type }: SandboxCampaign): number {
  return LEARNING_MS[campaign_type]
}

/** Pausing does not stop it. */
export function learningEndsAt(campaign: SandboxCampaign): Date {
  const started = firstEnabled(campaign)
  const first = (started ?? campaign.created_date).getTime() + learningMs(campaign)
  const again = campaign.versions.flatMap((version, at) => {
    const before = campaign.versions[at - 1]
    const isOnAir = started !== null && version.created_date > started
    return before && isOnAir && isLargeChange(before, version)
      ? [version.created_date.getTime() + LEARNING_ANEW_MS]
      : []
  })
  return new Date(Math.max(first, ...again))
}

function isLargeChange({ settings: before }: CampaignVersion, { settings: after }: CampaignVersion): boolean {
  const change = Math.abs(after.daily_budget_micros - before.daily_budget_micros)
  return change > before.daily_budget_micros * SMALL_CHANGE
}

export interface ServingSpan {
  start: number
  end: number
  settings: CampaignSettings
}

/** When its ads could be seen between two moments, and with which settings. */
export function servingSpans({ versions }: SandboxCampaign, start: number, end: number): ServingSpan[] {
  return versions.flatMap(({ status, settings, submitted_at, created_date }, at) => {
    if (status !== 'ENABLED' || isDisapproved(settings)) return []
    const next = versions[at + 1]?.created_date.getTime() ?? Number.POSITIVE_INFINITY
    const span = {
      start: Math.max(start, created_date.getTime(), submitted_at.getTime() + REVIEW_MS),
      end: Math.min(end, next),
      settings,
    }
    return span.start < span.end ? [span] : []
  })
}

/** The highest budget in force at any time between two moments; 0 when there was none. */
export function highestBudget({ versions }: SandboxCampaign, start: number, end: number): number {
  const inForce = versions.filter(({ created_date }, at) => {
    const next = versions[at + 1]?.created_date.getTime() ?? Number.POSITIVE_INFINITY
    return created_date.getTime() < end && next > start
  })
  return Math.max(0, ...inForce.map(({ settings }) => settings.daily_budget_micros))
}
