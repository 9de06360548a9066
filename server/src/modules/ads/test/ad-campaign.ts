import type { SharedApp } from '../../../../test/app.ts'
import { makeId } from '../../../platform/ids.ts'
import type { CampaignSettings, CampaignType, Read, Written } from '../../../ports/ad-platform/port.ts'
import { sandboxAdPlatform } from '../../../ports/ad-platform/sandbox.ts'
import { findPlace, UNITED_STATES } from '../../../ports/ad-platform/test/ad-sandbox.ts'
import { accountOf, insertAccount, openAccount } from '../accounts/account-store.ts'
import { insertCampaign } from '../campaigns/campaign-store.ts'

/** A campaign of the app on the sandbox platform, with its account; straight into the tables, past the launch. */
export async function makeAdCampaign(
  { atrium: { db }, clock }: SharedApp,
  { id: app_id }: { id: string },
  fields: Partial<CampaignSettings> & { campaign_type?: CampaignType } = {},
): Promise<{ id: string; customer_id: string; platform_campaign_id: string }> {
  const platform = sandboxAdPlatform({
    db,
    clock,
    findPlaces: async (names) => names.map(findPlace),
    trackingSince: async () => null,
  })
  const now = clock.now()
  const reference = `test-${app_id}`
  const account = doneBy(
    await platform.createAccount({ reference, name: 'Test', currency_code: 'USD', time_zone: 'UTC' }),
  )
  await insertAccount(db, {
    ...{ id: makeId('ada', now), app_id, platform: 'sandbox', reference },
    ...{ account_name: 'Test', currency_code: 'USD', timezone: 'UTC', created_date: now },
  })
  const row = await accountOf(db, app_id)
  if (!row) throw new Error('The app has no account')
  await openAccount(db, row.id, { ...row, status: 'ACTIVE', platform_customer_id: account.customer_id }, now)

  const { campaign_type = 'PERFORMANCE_MAX', ...given } = fields
  const { name, ...settings } = { ...SETTINGS, ...given }
  const campaign = doneBy(
    await platform.createCampaign(account.customer_id, {
      ...{ name, ...settings, campaign_type },
      reference: makeId('ref', now),
    }),
  )
  const id = makeId('cmp', now)
  const stored = { id, app_id, account_id: row.id, settings, pause_reason: null, now }
  await insertCampaign(db, stored, campaign)
  return { id, customer_id: account.customer_id, platform_campaign_id: campaign.campaign_id }
}

const SETTINGS: CampaignSettings = {
  name: 'Autumn',
  daily_budget_micros: 10_000_000,
  landing_page: 'https://crumb.example.com/',
  business_name: 'Crumb & Co',
  business_description: '',
  keyword_themes: ['cakes'],
  search_themes: [],
  geo_targets: [UNITED_STATES],
  language_code: 'en',
  phone_number: null,
  phone_country_code: null,
  logo_url: 'https://crumb.example.com/logo.png',
  assets: [],
  contains_eu_political_advertising: false,
}

function doneBy<T>(outcome: Written<T> | Read<T>): T {
  if (outcome.outcome !== 'done') throw new Error(`The sandbox says ${JSON.stringify(outcome)}`)
  return outcome.value
}
