import type { Client } from '@atrium/sdk'
import { sql } from 'kysely'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { makeId } from '../../../platform/ids.ts'
import type { AdPlatform } from '../../../ports/ad-platform/port.ts'
import { sandboxAdPlatform } from '../../../ports/ad-platform/sandbox.ts'
import { isInEu } from '../eu-reach.ts'
import { createLocations } from '../locations/locations.ts'

export const USA = 'geoTargetConstants/2840'
export const GERMANY = 'geoTargetConstants/2276'

type CampaignInput = Parameters<Client['campaigns']['create']>[1]

/** An app with an advertising account on the sandbox platform, and what happens there behind our back. */
export interface AdScene {
  app_id: string
  customer_id: string
  client: Client
  /** The platform as another of its customers' tools would use it. */
  platform: AdPlatform
  create(fields?: Partial<CampaignInput>): ReturnType<Client['campaigns']['create']>
  /** What the platform has of a campaign. */
  onPlatform(campaign: { platform_campaign_id: string }): Promise<{ status: string; name: string }>
  /** Columns of the stored campaign. */
  row(id: string): Promise<Record<string, unknown>>
  /** Where the launch of a campaign has come to. */
  launchState(id: string): Promise<unknown>
  set(table: 'ad_campaigns' | 'ad_accounts', id: string, column: string, value: unknown): Promise<void>
  account_id: string
}

export async function adScene(
  app: SharedApp,
  owner: Person,
  fields: { currency_code?: string; timezone?: string; is_tracked?: boolean } = {},
): Promise<AdScene> {
  const { currency_code = 'USD', timezone = 'UTC', is_tracked = true } = fields
  const { db } = app.atrium
  const { id: app_id } = await app.make.app(owner, { name: 'Shop' })
  const client = app.as(owner)
  const platform = sandboxOf(app)
  const reference = `account ${app_id}`
  const opened = await platform.createAccount({ reference, name: 'Shop', currency_code, time_zone: timezone })
  if (opened.outcome !== 'done') throw new Error(JSON.stringify(opened))
  const { customer_id } = opened.value
  const now = app.clock.now()
  const account_id = makeId('ada', now)
  await sql`
    insert into ad_accounts (id, app_id, platform, reference, status, account_name, currency_code, timezone,
      platform_customer_id, tracking_verified_date, created_date, updated_date)
    values (${account_id}, ${app_id}, 'sandbox', ${reference}, 'ACTIVE', 'Shop', ${currency_code}, ${timezone},
      ${customer_id}, ${is_tracked ? now : null}, ${now}, ${now})`.execute(db)
  return {
    app_id,
    customer_id,
    account_id,
    client,
    platform,
    create: (input = {}) =>
      client.campaigns.create({ app_id }, { ...CAMPAIGN, draft_id: makeId('drf'), ...input }),
    async onPlatform({ platform_campaign_id }) {
      const read = await platform.readCampaigns(customer_id, [platform_campaign_id])
      const [found] = read.outcome === 'done' ? read.value : []
      if (!found) throw new Error(`The platform does not show ${platform_campaign_id}`)
      return found
    },
    async row(id) {
      const { rows } = await sql<
        Record<string, unknown>
      >`select * from ad_campaigns where id = ${id}`.execute(db)
      return rows[0] ?? {}
    },
    async launchState(id) {
      const found = sql<{ state: string }>`select state from ad_launches where campaign_id = ${id}`
      return (await found.execute(db)).rows[0]?.state
    },
    async set(table, id, column, value) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db)
    },
  }
}

export const CAMPAIGN = {
  campaign_name: 'Spring',
  campaign_type: 'SMART',
  daily_budget_micros: 20_000_000,
  landing_page: 'https://shop.example.com/',
  business_name: 'Northern Tables',
  keyword_themes: ['oak table'],
  geo_targets: [USA],
} as const satisfies CampaignInput

function sandboxOf(app: SharedApp): AdPlatform {
  const locations = createLocations()
  return sandboxAdPlatform({
    db: app.atrium.db,
    clock: app.clock,
    async findPlaces(names) {
      const found = await locations.find(names)
      return found.map((place) => place && { ...place, in_eu: isInEu(place.country_code) })
    },
    trackingSince: async () => null,
  })
}
