import type { CampaignInput } from '@atrium/contract/ad-campaign'
import { sql } from 'kysely'
import { createTestApp, type SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

export const UNITED_STATES = 'geoTargetConstants/2840'
export const FRANCE = 'geoTargetConstants/2250'
export const REUNION = 'geoTargetConstants/2638'

export const SMART: CampaignInput = {
  campaign_name: 'Tables in the north',
  campaign_type: 'SMART',
  daily_budget_micros: 15_000_000,
  landing_page: 'https://tables.example.com/',
  business_name: 'Northern Tables',
  keyword_themes: ['oak table'],
  geo_targets: [UNITED_STATES],
}

export const PERFORMANCE_MAX: CampaignInput = {
  ...SMART,
  campaign_name: 'Tables everywhere',
  campaign_type: 'PERFORMANCE_MAX',
  logo_url: 'https://tables.example.com/logo.png',
}

export interface Advertiser {
  owner: Person
  app_id: string
  launch(
    campaign?: Partial<CampaignInput>,
    timezone?: string,
  ): ReturnType<SharedApp['anonymous']['ads']['launch']>
  campaigns(): Promise<{ id: string; campaign_name: string; status: string; pause_reason: string | null }[]>
  set(workspace: Record<string, unknown>): Promise<void>
  /** As if a scan of the app's code had found tracking. */
  track(since: Date | null): Promise<void>
}

/** Apps without advertising, each in a workspace of its own that has a card. */
export async function createAdvertisers() {
  const app = await createTestApp({ rate_limits: 'off' })
  const { db } = app.atrium
  return {
    app,
    stop: () => app.stop(),
    async advertiser(workspace: Record<string, unknown> = {}): Promise<Advertiser> {
      const owner = await app.make.person('owner')
      const { id: app_id } = await app.make.app(owner, { name: 'Tables' })
      const client = app.as(owner)
      const set = async (columns: Record<string, unknown>) => {
        for (const [name, value] of Object.entries(columns))
          await sql`update workspaces set ${sql.ref(name)} = ${value} where id = ${owner.workspace_id}`.execute(
            db,
          )
      }
      await set(workspace)
      return {
        owner,
        app_id,
        launch: (campaign = {}, timezone) =>
          client.ads.launch(
            { app_id },
            { campaign: { ...SMART, ...campaign }, ...(timezone !== undefined && { timezone }) },
          ),
        async campaigns() {
          return (await client.campaigns.list({ app_id }, { include_metrics: false })).items
        },
        set,
        async track(since) {
          await sql`update ad_accounts set tracking_verified_date = ${since} where app_id = ${app_id}`.execute(
            db,
          )
        },
      }
    },
    /** What there is, here and on the platform. */
    async counts(app_id: string) {
      const { rows } = await sql<{ accounts: number; campaigns: number; launches: number; platform: number }>`
        select (select count(*)::int from ad_accounts where app_id = ${app_id}) as accounts,
               (select count(*)::int from ad_campaigns where app_id = ${app_id}) as campaigns,
               (select count(*)::int from ad_launches where app_id = ${app_id}) as launches,
               (select count(*)::int from ad_accounts a
                  join ad_sandbox_accounts s on s.reference = a.reference
                  join ad_sandbox_campaigns c on c.customer_id = s.customer_id
                 where a.app_id = ${app_id} and not c.is_removed) as platform`.execute(db)
      const [row] = rows
      if (!row) throw new Error('There is always a row')
      return row
    },
    /** What the background work has to do within so many seconds. */
    async later(seconds: number) {
      app.clock.move(seconds)
      await app.atrium.jobs.drain()
    },
  }
}
