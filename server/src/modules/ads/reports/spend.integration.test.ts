import { expect, test } from 'vitest'
import { bring } from '../../../../test/bring.ts'
import { useAdReports } from '../test/ad-reports.ts'
import { adAccount, adCampaign } from '../test/ad-rows.ts'

const { app } = useAdReports()

async function advertise(...accounts: { currency_code: string; daily: number }[]) {
  const owner = await app.make.person('owner')
  const apps: string[] = []
  for (const { currency_code, daily } of accounts) {
    const { id } = await app.make.app(owner)
    apps.push(id)
    await bring(app, {
      ads_accounts: [adAccount(id, { currency_code })],
      ads_campaigns: daily > 0 ? [adCampaign(id, 'a', { daily_budget_micros: daily })] : [],
    })
  }
  const client = app.as(owner)
  const spend = async () =>
    (await client.workspaces.overview({ workspaceId: owner.workspace_id, days: 7 })).figures.ad_spend
  const ofApp = async (app_id = '') =>
    (await client.apps.overview({ app_id }, { days: 7 })).figures.ad_spend?.value ?? 0
  return { apps, spend, ofApp }
}

test.each([[['USD', 'EUR', 'EUR']], [['EUR', 'USD', 'EUR']], [['EUR', 'EUR', 'USD']]])(
  'of %j the sum is that of the currency with the most, not of all',
  { tags: 'slow' },
  async (currencies) => {
    const daily = { USD: 60_000_000, EUR: 50_000_000 }
    const { apps, spend, ofApp } = await advertise(
      ...currencies.map((one) => ({ currency_code: one, daily: daily[one as 'USD' | 'EUR'] })),
    )
    const each = await Promise.all(apps.map(ofApp))
    const sum = each.reduce((all, one, at) => all + (currencies[at] === 'EUR' ? one : 0), 0)
    const usd = each[currencies.indexOf('USD')] ?? 0
    expect([usd > 0, usd < sum]).toEqual([true, true])
    expect(await spend()).toMatchObject({ currency_code: 'EUR', value: sum })
  },
)

test('an account that is being opened costs nothing yet, and hides nothing', async () => {
  const { apps, spend, ofApp } = await advertise(
    { currency_code: 'USD', daily: 50_000_000 },
    { currency_code: 'USD', daily: 0 },
  )
  await app.sql`update ad_accounts set status = 'PENDING', platform_customer_id = null where app_id = ${apps[1]}`
  const own = await ofApp(apps[0])
  expect(own).toBeGreaterThan(0)
  expect(await spend()).toMatchObject({ currency_code: 'USD', value: own })
})
