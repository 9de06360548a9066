/** What became of a campaign, as an archive has it: every moment says only what was different from today. */
import { isDeepStrictEqual } from 'node:util'
import type { CampaignMoment, CampaignSettings, CampaignStatus } from '../../../ports/ad-platform/port.ts'
import type { PauseReason } from '../campaigns/campaign-store.ts'

export interface Today {
  status: CampaignStatus
  pause_reason: PauseReason | null
  settings: CampaignSettings
  created_date: Date
  updated_date: Date
}

export type ToldMoment = Partial<CampaignSettings> & { date: Date; status: CampaignStatus }

/** Where nothing is reported: it ran from its first day until it was paused or removed by somebody. */
export function presumedHistory(today: Today): [CampaignMoment, ...CampaignMoment[]] {
  const { status, pause_reason, settings, created_date, updated_date } = today
  const isWaiting = status === 'PAUSED' && pause_reason === 'tracking_pending'
  if (status === 'ENABLED' || isWaiting || updated_date <= created_date) {
    return [{ date: created_date, status, settings }]
  }
  return [
    { date: created_date, status: 'ENABLED', settings },
    { date: updated_date, status, settings },
  ]
}

export function momentOf(
  { date, status, ...different }: ToldMoment,
  settings: CampaignSettings,
): CampaignMoment {
  return { date, status, settings: { ...settings, ...different } }
}

export function reportedMoment(
  { date, status, settings }: CampaignMoment,
  today: CampaignSettings,
): ToldMoment {
  const fields = Object.keys(today) as (keyof CampaignSettings)[]
  const different = fields.filter((field) => !isDeepStrictEqual(settings[field], today[field]))
  return { date, status, ...Object.fromEntries(different.map((field) => [field, settings[field]])) }
}
