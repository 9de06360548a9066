import { beforeEach, describe, expect, test } from 'vitest'
import { bring, take } from '../../../../test/bring.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { adAccount, adCampaign } from '../test/ad-rows.ts'

const app = useSharedApp()
const { owner } = useTeam(app, beforeEach)
let shop: string
beforeEach(async () => {
  shop = (await app.make.app(owner)).id
})

type Rows = Record<string, unknown>
const load = (rows: Rows) => bring(app, rows)
const save = async (): Promise<Record<string, Rows[]>> => JSON.parse(await take(app, [owner.workspace_id]))

describe('an archive is refused, and nothing comes in:', () => {
  const mapping = (fields = {}) => ({
    ...{ id: `map_${shop}`, app_id: shop, entity_name: 'Order', event: 'create' },
    ...{ conversion_type: 'PURCHASE', ...fields },
  })
  const account = (fields: Rows) => ({ ads_accounts: [adAccount(shop, fields)] })
  const campaign = (...all: Rows[]) => ({
    ads_accounts: [adAccount(shop)],
    ads_campaigns: all.map((fields, n) => adCampaign(shop, `c${n}`, fields)),
  })

  test.each<[string, () => Rows]>([
    ['ads_accounts[0].app_id: There is no app "app_9"', () => account({ app_id: 'app_9' })],
    ['ads_accounts[0].timezone: "Mars/Olympus" is no time zone', () => account({ timezone: 'Mars/Olympus' })],
    ['ads_accounts[0].platform_customer_id: Field required', () => account({ platform_customer_id: null })],
    ['ads_accounts[0].platform_customer_id: A PENDING account', () => account({ status: 'PENDING' })],
    ['ads_accounts[0].status: ', () => account({ status: 'OPEN' })],
    ['ads_accounts[0].currency_code: ', () => account({ currency_code: 'usd' })],
    ['ads_accounts[0].goals[0].category: ', () => account({ goals: [{ category: 'LIKE', name: 'x' }] })],
    [
      'ads_accounts[0].goals[0]: Unknown key',
      () => account({ goals: [{ category: 'CONTACT', name: 'x', kind: 1 }] }),
    ],
    [
      'ads_accounts[1].app_id: The app has the advertising account',
      () => ({ ads_accounts: [adAccount(shop), adAccount(shop, { id: `second_${shop}` })] }),
    ],
    ['ads_campaigns[0].app_id: There is no app "app_9"', () => campaign({ app_id: 'app_9' })],
    [`has no advertising account`, () => ({ ads_campaigns: [adCampaign(shop, 'a')] })],
    [
      'has no advertising account',
      () => ({
        ...account({ status: 'PENDING', platform_customer_id: null }),
        ads_campaigns: [adCampaign(shop, 'a')],
      }),
    ],
    ['ads_campaigns[0].campaign_type: ', () => campaign({ campaign_type: 'SEARCH' })],
    ['ads_campaigns[0].daily_budget_micros: ', () => campaign({ daily_budget_micros: 0 })],
    ['ads_campaigns[0].pause_reason: Only a paused', () => campaign({ pause_reason: 'user' })],
    ['ads_campaigns[0]: Unknown key "budget"', () => campaign({ budget: 5 })],
    [
      'ads_campaigns[1].platform_campaign_id: Another campaign',
      () => campaign({ platform_campaign_id: '22' }, { platform_campaign_id: '22' }),
    ],
    [
      'ads_campaigns[1].platform_campaign_id: Another campaign has this id or reference',
      () => campaign({ reference: 'same' }, { reference: 'same' }),
    ],
    [
      'ads_campaigns[1].draft_key: Another campaign was made of this draft',
      () => campaign({ draft_key: 'draft:a' }, { draft_key: 'draft:a' }),
    ],
    [
      'ads_campaigns[0].status: It is PAUSED since the last moment',
      () => campaign({ history: [{ date: 'now-3d', status: 'PAUSED' }] }),
    ],
    [
      'ads_campaigns[0].history[1].date: The moments stand in their order',
      () =>
        campaign({
          history: [
            { date: 'now-3d', status: 'PAUSED' },
            { date: 'now-4d', status: 'ENABLED' },
          ],
        }),
    ],
    [
      'ads_campaigns[0].history[0].date: This has not happened yet',
      () => campaign({ history: [{ date: 'now+3d', status: 'ENABLED' }] }),
    ],
    [
      'conversion_mappings[0].app_id: There is no app',
      () => ({ conversion_mappings: [mapping({ app_id: 'x' })] }),
    ],
    ['conversion_mappings[0].event: ', () => ({ conversion_mappings: [mapping({ event: 'read' })] })],
    [
      'conversion_mappings[1]: Another mapping counts the same',
      () => ({ conversion_mappings: [mapping(), mapping({ id: 'twin' })] }),
    ],
    [
      'conversion_mappings[100]: An app has at most 100 mappings',
      () => ({
        conversion_mappings: Array.from({ length: 101 }, (_, n) =>
          mapping({ id: `map_${shop}_${n}`, entity_name: `Entity${n}` }),
        ),
      }),
    ],
  ])('%s', async (message, rows) => {
    await expect(load(rows())).rejects.toThrow(message)
    expect(await save()).not.toHaveProperty('ads_accounts')
    expect(await save()).not.toHaveProperty('conversion_mappings')
    const left = await app.sql`
      select from ad_sandbox_accounts where customer_id = ${adAccount(shop).platform_customer_id}`
    expect(left).toHaveLength(0)
  })

  test('ids on the platform that are another’s', { tags: 'slow' }, async () => {
    await load({ ads_accounts: [adAccount(shop)], ads_campaigns: [adCampaign(shop, 'a')] })
    const taken = adAccount(shop).platform_customer_id
    const { platform_campaign_id } = adCampaign(shop, 'a')
    const next = (await app.make.app(owner)).id
    await expect(load({ ads_accounts: [adAccount(next, { platform_customer_id: taken })] })).rejects.toThrow(
      'ads_accounts[0].platform_customer_id: Another account has this id on the platform',
    )
    const reference = (await save()).ads_accounts?.[0]?.reference
    await expect(load({ ads_accounts: [adAccount(next, { reference })] })).rejects.toThrow(
      'ads_accounts[0].reference: Another account has this reference',
    )
    const rows = {
      ads_accounts: [adAccount(next)],
      ads_campaigns: [adCampaign(next, 'b', { platform_campaign_id })],
    }
    await expect(load(rows)).rejects.toThrow(
      'ads_campaigns[0].platform_campaign_id: Another campaign has this id or reference',
    )
  })
})
