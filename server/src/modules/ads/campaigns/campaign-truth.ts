/** What a campaign is after the platform has reported how it stands. */
import { isDeepStrictEqual } from 'node:util'
import type { CampaignStatus, PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { Truth } from './campaign-check-store.ts'
import {
  type AdCampaignRow,
  type CampaignChange,
  type PauseReason,
  reportedSettings,
} from './campaign-store.ts'

/** Null when nothing is different. */
export function truthOf(before: AdCampaignRow, reported: PlatformCampaign): Truth | null {
  const settings = { ...before.settings, ...reportedSettings(reported) }
  const is_settled =
    before.unsettled !== null && isApplied({ ...before, unsettled: before.unsettled }, reported)
  const after: AdCampaignRow = {
    ...before,
    campaign_name: reported.name,
    status: reported.status,
    pause_reason: pauseReasonAfter(before, reported.status, before.unsettled),
    settings,
    review_status: reported.review_status,
    serving_status: reported.serving_status,
    primary_status: reported.primary_status,
    primary_status_reasons: [...reported.primary_status_reasons],
    learning_ends_at: reported.learning_ends_at,
    ...(is_settled && { unsettled: null, unsettled_since: null }),
  }
  if (isDeepStrictEqual(plain(after), plain(before))) return null
  const set = ({ campaign_name, status, pause_reason, settings }: AdCampaignRow) =>
    plain({ campaign_name, status, pause_reason, settings })
  return { before, after, is_settled, is_changed: !isDeepStrictEqual(set(after), set(before)) }
}

/** Whether the platform shows that the change happened. Of an update: that something is different from before. */
export function isApplied(
  row: Pick<AdCampaignRow, 'campaign_name' | 'settings'> & { unsettled: CampaignChange },
  reported: PlatformCampaign,
): boolean {
  switch (row.unsettled) {
    case 'delete':
      return reported.status === 'REMOVED'
    case 'pause':
      return reported.status !== 'ENABLED'
    case 'resume':
      return reported.status !== 'PAUSED'
    case 'update': {
      const settings = { ...row.settings, ...reportedSettings(reported) }
      return reported.name !== row.campaign_name || !isDeepStrictEqual(plain(settings), plain(row.settings))
    }
  }
}

/** Paused by somebody elsewhere counts as wanted: it is not started behind their back. */
export function pauseReasonAfter(
  before: Pick<AdCampaignRow, 'status' | 'pause_reason'>,
  status: CampaignStatus,
  change: CampaignChange | null,
): PauseReason | null {
  if (status !== 'PAUSED') return null
  return change === 'pause' || before.status !== 'PAUSED' ? 'user' : before.pause_reason
}

/** As it comes out of the database, so that two can be compared. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}
