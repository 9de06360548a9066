import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { adoptCampaign } from './adopt-campaign.ts'
import { byPlatformIds, countMissing, livingOf } from './campaign-list-store.ts'
import type { AdCampaignRow } from './campaign-store.ts'
import { findLostLaunches } from './find-lost-launches.ts'
import { platformUnavailable, type ReachableAccount, requireAccount } from './reachable-account.ts'
import { takeOver } from './refresh-campaigns.ts'

const AT_ONCE = 200
/** Far more than an app may have. */
const MOST = 5_000

/** Reads the platform once; what carries no reference of ours was made by somebody else and is left alone. */
export async function syncCampaigns(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.sync>,
) {
  const { db, access, adPlatform, audit } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const account = await requireAccount(deps, app.id)
  await findLostLaunches(deps, app.id)
  // Before the platform is read: what is changed in the meantime is newer than what the platform reports.
  const living = new Map(
    (await livingOf(db, app.id, MOST)).map((row) => [row.platform_campaign_id, row] as const),
  )
  const read = await adPlatform.readCampaigns(account.platform_customer_id, null)
  if (read.outcome !== 'done') throw platformUnavailable()
  const reported = read.value.filter(({ reference }) => reference !== '')
  const counts = { checked: reported.length, added: 0, updated: 0 }
  for (let at = 0; at < reported.length; at += AT_ONCE) {
    const { added, updated } = await syncSome(deps, account, living, reported.slice(at, at + AT_ONCE))
    counts.added += added
    counts.updated += updated
    await nextTurn() // others have their turn
  }
  const ids = reported.map(({ campaign_id }) => campaign_id)
  const answer = { ...counts, missing: await countMissing(db, account.id, ids) }
  if (counts.added + counts.updated > 0) {
    await transaction(db, (tx) =>
      audit.record(tx, caller, {
        workspace_id: app.workspace_id,
        action: 'campaigns.sync',
        target_type: 'ad_account',
        target_id: account.id,
        app_id: app.id,
        detail: answer,
      }),
    )
  }
  return answer
}

async function syncSome(
  deps: Deps,
  account: ReachableAccount,
  living: ReadonlyMap<string, AdCampaignRow>,
  reported: readonly PlatformCampaign[],
) {
  const rows = reported.map(({ campaign_id }) => living.get(campaign_id)).filter((row) => row !== undefined)
  const { updated } = await takeOver(deps, rows, reported)
  const others = reported.filter(({ campaign_id }) => !living.has(campaign_id))
  const ids = others.map(({ campaign_id }) => campaign_id)
  const known = new Set(
    (await byPlatformIds(deps.db, account.id, ids)).map(({ platform_campaign_id }) => platform_campaign_id),
  )
  let added = 0
  for (const campaign of others) {
    if (!known.has(campaign.campaign_id) && (await adoptCampaign(deps, account, campaign))) added++
  }
  return { added, updated }
}
