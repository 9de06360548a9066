/** What reports ask of the platform, and how they take its answers: with a platform that notes every call. */
import { beforeEach, expect, test } from 'vitest'
import { bring } from '../../../../test/bring.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { lastDays } from '../../../platform/time/day-range.ts'
import type { AdPlatform, DayFigures, Read, TermFigures } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { adAccount, adCampaign } from '../test/ad-rows.ts'
import { readDashboard } from './read-dashboard.ts'
import { readSearchTerms } from './read-search-terms.ts'
import { readSpend } from './read-spend.ts'

const app = useSharedApp()
let app_id: string
beforeEach(async () => {
  app_id = (await app.make.app(await app.make.person('owner'))).id
  const ads_campaigns = [adCampaign(app_id, 'a', { platform_campaign_id: `1${Date.now()}` })]
  await bring(app, { ads_accounts: [adAccount(app_id)], ads_campaigns })
  calls.length = 0
  missing.length = 0
  logged.length = 0
  now = '2026-11-18T12:00:00Z'
})

let now: string
const calls: unknown[][] = []
const missing: string[] = []
const logged: object[] = []
const caller = {} as Caller

const UNAVAILABLE = { outcome: 'unavailable' as const, message: 'it is away' }
const done = <T>(value: T) => ({ outcome: 'done' as const, value })
const figures = { impressions: 10, clicks: 2, cost_micros: 1_000_000, conversions: 1 }

function deps(platform: Partial<AdPlatform>): Deps {
  const log = { warn: (fields: object) => logged.push(fields) }
  const access = { app: async () => ({ id: app_id }) }
  const reportMissingTerms = (type: string) => missing.push(type)
  const clock = { now: () => new Date(now) }
  const adPlatform = { kind: 'sandbox', ...platform }
  return { db: app.atrium.db, access, clock, log, adPlatform, reportMissingTerms } as unknown as Deps
}

const termsWith = (searchTerms: AdPlatform['searchTerms'], query = {}) =>
  readSearchTerms(deps({ searchTerms }), caller, { params: { app_id }, query, headers: {}, body: undefined })
const dashboardWith = (performance: AdPlatform['performance'], query = {}) =>
  readDashboard(deps({ performance }), caller, { params: { app_id }, query, headers: {}, body: undefined })

test('search terms are read once for each campaign type, all at the same time', async () => {
  const waiting: (() => void)[] = []
  const answer = termsWith((...call) => {
    calls.push(call)
    return new Promise<Read<TermFigures[]>>((resolve) => {
      waiting.push(() => resolve(done([])))
      // Each answers only when all were asked.
      if (waiting.length === 2) for (const go of waiting) go()
    })
  })
  expect(await answer).toEqual([])
  const customer = adAccount(app_id).platform_customer_id
  const range = { from: '2026-10-20', to: '2026-11-18', limit: 500 }
  expect(calls).toEqual([
    [customer, 'SMART', range],
    [customer, 'PERFORMANCE_MAX', range],
  ])
})

test('a read that fails, or an adapter that breaks, is logged and counted; the other one is reported', async () => {
  const term = { ...figures, campaign_id: 'stranger', search_term: 'x' }
  const answer = await termsWith(async (_customer, type) => (type === 'SMART' ? UNAVAILABLE : done([term])))
  // A campaign that the platform has and we do not is called by its id there.
  expect(answer).toEqual([{ ...figures, search_term: 'x', campaign: 'stranger' }])
  expect(missing).toEqual(['SMART'])
  expect(logged).toEqual([{ app_id, type: 'SMART', reason: 'it is away' }])

  const broken = new Error('no such field')
  const none = await termsWith(async () => {
    throw broken
  })
  expect(none).toEqual([])
  expect(missing).toEqual(['SMART', 'SMART', 'PERFORMANCE_MAX'])
  expect(logged.at(-1)).toEqual({ app_id, type: 'PERFORMANCE_MAX', err: broken })
})

test('a range without a day asks nobody', async () => {
  now = '2026-11-01T12:00:00Z'
  const query = { date_range: 'THIS_MONTH' as const }
  const never = async () => {
    throw new Error('asked')
  }
  expect(await termsWith(never, query)).toEqual([])
  expect(missing).toEqual([])
  expect(await dashboardWith(never, query)).toMatchObject({ start_date: null, currency_code: 'USD' })
})

test('a dashboard reads both windows at once', async () => {
  const rows: DayFigures[] = [
    { ...figures, campaign_id: 'stranger', date: '2026-11-18' },
    { ...figures, campaign_id: 'stranger', date: '2026-11-12', clicks: 3, cost_micros: 2_000_001 },
    { ...figures, campaign_id: 'stranger', date: '2026-11-11', impressions: 40, conversions: 0 },
  ]
  const answer = await dashboardWith(
    async (...call) => {
      calls.push(call)
      return done(rows)
    },
    { date_range: 'LAST_7_DAYS' },
  )
  const customer = adAccount(app_id).platform_customer_id
  expect(calls).toEqual([[customer, { from: '2026-11-05', to: '2026-11-18', campaign_ids: null }]])
  expect(answer).toMatchObject({
    start_date: '2026-11-12',
    end_date: '2026-11-18',
    previous_start_date: '2026-11-05',
    previous_end_date: '2026-11-11',
    impressions: { value: 20, previous: 40, change: -0.5 },
    clicks: { value: 5, previous: 2, change: 1.5 },
    cost_micros: { value: 3_000_001, previous: 1_000_000, change: 2 },
    conversions: { value: 2, previous: 0, change: null },
    ctr: { value: 0.25, previous: 0.05, change: 4 },
    average_cpc_micros: { value: 600_000, previous: 500_000, change: 0.2 },
  })
  expect(answer.by_day).toHaveLength(7)
  expect(answer.by_day[0]).toEqual({ ...figures, date: '2026-11-12', clicks: 3, cost_micros: 2_000_001 })
  expect(answer.by_day[1]).toEqual({
    ...{ date: '2026-11-13', impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 },
  })
  expect(answer.by_campaign).toEqual([
    {
      ...{ campaign_id: null, campaign_name: 'stranger', impressions: 20, clicks: 5 },
      ...{ cost_micros: 3_000_001, conversions: 2, ctr: 0.25, average_cpc_micros: 600_000 },
    },
  ])
})

test('a dashboard without its platform is no dashboard', { tags: 'slow' }, async () => {
  const answer = dashboardWith(async () => UNAVAILABLE)
  await expect(answer).rejects.toMatchObject({
    code: 'ad_platform_unavailable',
    status: 503,
    headers: { 'Retry-After': '30' },
  })
  expect(logged).toEqual([{ app_id, reason: 'it is away' }])
})

test('a dashboard names the hundred most expensive campaigns', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...{ ...figures, campaign_id: `c${n}`, date: '2026-11-18', cost_micros: (n % 60) * 1_000_000 },
  }))
  const { by_campaign } = await dashboardWith(async () => done(rows))
  expect(by_campaign).toHaveLength(100)
  const costs = by_campaign.map(({ cost_micros }) => cost_micros)
  expect(costs).toEqual([...costs].sort((a, b) => b - a))
  expect(costs[0]).toBe(59_000_000)
  expect(by_campaign.slice(0, 2).map(({ campaign_name }) => campaign_name)).toEqual(['c119', 'c59'])
})

test('what several apps spend is added up when every account is read, and is unknown when one is not', async () => {
  const other_id = (await app.make.app(await app.make.person('owner'))).id
  await bring(app, { ads_accounts: [adAccount(other_id)] })
  const ids = [app_id, other_id]
  const [one, other] = ids.map((id) => adAccount(id).platform_customer_id)
  const row = { ...figures, campaign_id: 'c', date: '2026-11-18' }
  const spendWithout = (...away: unknown[]) => {
    const performance: AdPlatform['performance'] = async (customer) =>
      away.includes(customer) ? UNAVAILABLE : done([row])
    return readSpend(deps({ performance }), ids, lastDays(new Date(now), 7))
  }
  const days = [{ date: '2026-11-18', count: 2_000_000 }]
  expect(await spendWithout()).toEqual({ currency_code: 'USD', days })
  for (const away of [[one], [other], [one, other]]) expect(await spendWithout(...away)).toBeNull()
})
