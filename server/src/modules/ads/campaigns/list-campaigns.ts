import type { InputOf, operations } from '@atrium/contract'
import { readPosition } from '../../../platform/newest-first.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Figures } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { type AdAccountRow, accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { type DatePreset, daysOf } from '../reports/date-presets.ts'
import { NO_FIGURES, sumsByCampaign } from './campaign-figures.ts'
import { campaignPage } from './campaign-list-store.ts'
import type { AdCampaignRow } from './campaign-store.ts'
import { findLostLaunches } from './find-lost-launches.ts'
import { presentCampaign } from './present-campaign.ts'
import { isReachable } from './reachable-account.ts'
import { refreshCampaigns } from './refresh-campaigns.ts'

/** Anyone who must not launch again before they read this list finds the truth in it: the platform is asked on the spot. */
export async function listCampaigns(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.campaigns.list>,
) {
  const { db, access, cursors } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, search = '', include_metrics = true, date_range = 'LAST_30_DAYS' } = query
  const list = `campaigns.list ${app.id}${search && ` ${search}`}`
  const after = readPosition(cursors, list, cursor)
  if (after === undefined) await findLostLaunches(deps, app.id)
  const [account, rows] = await Promise.all([
    accountOf(db, app.id),
    campaignPage(db, app.id, search, after, limit + 1),
  ])
  const page = pageOf(rows, limit, (row) => cursors.write(list, [row.created_date.toISOString(), row.id]))
  const [fresh, figures] = await Promise.all([
    refreshCampaigns(deps, account, page.items),
    include_metrics ? figuresOf(deps, account, page.items, date_range) : null,
  ])
  const items = fresh.map((row) => ({
    ...presentCampaign(row),
    ...(include_metrics && {
      metrics: figures && (figures.get(row.platform_campaign_id) ?? NO_FIGURES),
    }),
  }))
  return { ...page, items }
}

/** Of all campaigns in one read; null when they cannot be known. */
async function figuresOf(
  { adPlatform, clock, log }: Deps,
  account: AdAccountRow | null,
  rows: readonly AdCampaignRow[],
  preset: DatePreset,
): Promise<Map<string, Figures> | null> {
  if (rows.length === 0) return new Map()
  if (!isReachable(account, adPlatform)) return null
  const days = daysOf(preset, clock.now(), account.timezone)
  if (!days) return new Map()
  const campaign_ids = rows.map(({ platform_campaign_id }) => platform_campaign_id)
  const range = { from: days.first, to: days.last, campaign_ids }
  const read = await adPlatform.performance(account.platform_customer_id, range)
  if (read.outcome === 'done') return sumsByCampaign(read.value)
  log.warn({ app_id: account.app_id, cause: read.message }, 'figures cannot be read from the ad platform')
  return null
}
