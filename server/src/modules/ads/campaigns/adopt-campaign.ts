import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import type { PlatformCampaign } from '../../../ports/ad-platform/port.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { launchOfReference } from './adoption-store.ts'
import { type AdCampaignRow, insertCampaign, type StoredSettings } from './campaign-store.ts'
import type { ReachableAccount } from './reachable-account.ts'

/**
 * A campaign of ours that the platform has and we do not, as after a database was restored. Null when its launch is on
 * its way, which will store it, or when another was faster. A paused one is not started by itself.
 */
export async function adoptCampaign(
  { db, clock, audit }: Pick<Deps, 'db' | 'clock' | 'audit'>,
  account: ReachableAccount,
  campaign: PlatformCampaign,
): Promise<AdCampaignRow | null> {
  const { id: account_id, app_id } = account
  const launch = await launchOfReference(db, app_id, campaign.reference)
  if (launch && ON_ITS_WAY.has(launch.state)) return null
  const billing = await billingOfApp(db, app_id)
  const now = clock.now()
  return transaction(db, async (tx) => {
    const settings = { ...NOTHING_TOLD, ...(launch && settingsOf(launch.input)) }
    const pause_reason = campaign.status === 'PAUSED' ? 'user' : null
    const id = makeId('cmp', now)
    const row = await insertCampaign(tx, { id, app_id, account_id, settings, pause_reason, now }, campaign)
    if (row) {
      await audit.record(tx, null, {
        workspace_id: billing?.workspace_id ?? '',
        action: 'campaigns.adopt',
        target_type: 'campaign',
        target_id: row.id,
        app_id,
        detail: { campaign_name: row.campaign_name, platform_campaign_id: row.platform_campaign_id },
      })
    }
    return row
  })
}

const ON_ITS_WAY: ReadonlySet<string> = new Set([
  'started',
  'account_sent',
  'campaign_sent',
  'enable_sent',
  'outcome_unknown',
])

/** Where neither the platform nor a launch can tell. */
const NOTHING_TOLD: StoredSettings = {
  daily_budget_micros: 0,
  landing_page: '',
  business_name: '',
  business_description: '',
  keyword_themes: [],
  search_themes: [],
  geo_targets: [],
  language_code: 'en',
  phone_number: null,
  phone_country_code: null,
  logo_url: null,
  assets: [],
  contains_eu_political_advertising: null,
}

function settingsOf<T extends { name: string; campaign_type: string }>({ name, campaign_type, ...rest }: T) {
  return rest
}
