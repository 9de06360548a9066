import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, momentOfDay, startOfDay } from '../../platform/time/local-days.ts'
import { CAMPAIGN } from './conformance.ts'
import type { CampaignSettings, CampaignType, DayFigures } from './port.ts'
import type { CampaignVersion, SandboxAccount, SandboxCampaign } from './sandbox-campaign.ts'
import { dailyFigures, type Scene } from './sandbox-performance.ts'
import { divide, searchTermFigures } from './sandbox-search-terms.ts'
import { FRANCE, findPlace, HAMLET, SPRINGFIELD, UNITED_STATES } from './test/ad-sandbox.ts'

const DAY_MS = 24 * 3600 * 1000
const START = new Date('2026-01-05T09:30:00Z')
const ALWAYS = { from: '2020-01-01', to: '2099-12-31' }

const account = (changes: Partial<SandboxAccount> = {}): SandboxAccount => ({
  customer_id: '1234567890',
  reference: 'account',
  name: 'Corner bakery',
  currency_code: 'USD',
  time_zone: 'America/New_York',
  status: 'ENABLED',
  stopped_at: null,
  created_date: START,
  ...changes,
})

const after = (days: number) => new Date(START.getTime() + days * DAY_MS)

const scene = (days: number, changes: Partial<Scene> = {}): Scene => ({
  account: account(),
  findPlace,
  trackingSince: START,
  now: after(days),
  ...changes,
})

interface Change extends Partial<CampaignSettings> {
  days: number
  status?: CampaignVersion['status']
}

function campaign(type: CampaignType, ...changes: Change[]): SandboxCampaign {
  const { reference, campaign_type, ...settings } = { ...CAMPAIGN, geo_targets: [UNITED_STATES] }
  const first: CampaignVersion = {
    version: 1,
    status: 'PAUSED',
    settings,
    submitted_at: START,
    created_date: START,
  }
  const versions: [CampaignVersion, ...CampaignVersion[]] = [first]
  for (const { days, status, ...changed } of changes) {
    const before = versions.at(-1) ?? first
    versions.push({
      ...before,
      version: before.version + 1,
      status: status ?? before.status,
      settings: { ...before.settings, ...changed },
      created_date: after(days),
    })
  }
  return {
    campaign_id: '12345678901',
    customer_id: '1234567890',
    reference,
    campaign_type: type,
    created_date: START,
    versions,
  }
}

const running = (type: CampaignType = 'SMART', ...changes: Change[]) =>
  campaign(type, { days: 0.1, status: 'ENABLED' }, ...changes)

const total = (rows: readonly { cost_micros: number }[]) =>
  rows.reduce((sum, row) => sum + row.cost_micros, 0)

describe('the figures of a day', () => {
  test('stay the same when the day is over', () => {
    const seenAt = (days: number) =>
      dailyFigures(running(), { from: '2026-01-10', to: '2026-01-12' }, scene(days))
    expect(seenAt(20)).toHaveLength(3)
    expect(seenAt(200)).toEqual(seenAt(20))
  })

  test('grow over the day and never fall', () => {
    const today = Array.from({ length: 24 }, (_, hour) => {
      const now = new Date(startOfDay('2026-01-20', 'America/New_York').getTime() + (hour + 0.5) * 3600_000)
      const figures = dailyFigures(running(), { from: '2026-01-20', to: '2026-01-20' }, scene(0, { now }))
      return figures[0] ?? { impressions: 0, clicks: 0, cost_micros: 0 }
    })
    for (const [hour, later] of today.entries()) {
      const before = today[hour - 1]
      if (!before) continue
      expect(later.impressions).toBeGreaterThanOrEqual(before.impressions)
      expect(later.cost_micros).toBeGreaterThanOrEqual(before.cost_micros)
    }
    expect(today[0]?.impressions).toBeLessThan((today[23]?.impressions ?? 0) / 4)
  })

  test('are those of the account’s own days', () => {
    for (const time_zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC']) {
      const there = scene(10, { account: account({ time_zone }) })
      const dates = dailyFigures(running(), ALWAYS, there).map(({ date }) => date)
      expect(dates[0]).toBe(localDate(after(0.1), time_zone))
      expect(dates.at(-1)).toBe(localDate(there.now, time_zone))
    }
  })

  test('start lower than they end: campaigns learn', () => {
    const rows = dailyFigures(running('PERFORMANCE_MAX'), ALWAYS, scene(60))
    expect(total(rows.slice(1, 8))).toBeLessThan(0.8 * total(rows.slice(30, 37)))
  })

  test('have conversions from the day on which tracking was verified, reported late', () => {
    const big = running('SMART', { days: 0.2, daily_budget_micros: 900_000_000 })
    const tracked = scene(40, { trackingSince: after(20) })
    const rows = dailyFigures(big, ALWAYS, tracked)
    const since = localDate(after(20), 'America/New_York')
    expect(rows.filter(({ date, conversions }) => date < since && conversions > 0)).toEqual([])
    expect(rows.filter(({ date, conversions }) => date >= since && conversions > 0).length).toBeGreaterThan(
      15,
    )
    const yesterday = rows.at(-2) as DayFigures
    const settled = dailyFigures(big, ALWAYS, { ...tracked, now: after(60) }).find(
      ({ date }) => date === yesterday.date,
    )
    expect(yesterday.conversions).toBeLessThan(settled?.conversions ?? 0)
    expect(
      dailyFigures(big, ALWAYS, scene(40, { trackingSince: null })).every((row) => row.conversions === 0),
    ).toBe(true)
  })

  test.each(['2026-03-08', '2026-11-01'])(
    'have conversions of the right days around %s, when clocks change',
    (date) => {
      const big = running('SMART', { days: 0.2, daily_budget_micros: 900_000_000 })
      const zone = 'America/New_York'
      const firstDay = (hours: number, minutes: number) => {
        const trackingSince = momentOfDay(date, hours * 60 + minutes, zone)
        const rows = dailyFigures(
          big,
          ALWAYS,
          scene(0, { trackingSince, now: new Date('2026-12-24T12:00:00Z') }),
        )
        return rows.find(({ conversions }) => conversions > 0)?.date
      }
      expect([firstDay(0, 0), firstDay(12, 0), firstDay(23, 59)]).toEqual([date, date, date])
      expect(firstDay(24, 0)).toBe(addDays(date, 1))
    },
  )

  test('end with a pause, a removal, a stop of the account, and do not begin before the review', () => {
    const last = (one: SandboxCampaign, where = scene(60)) => dailyFigures(one, ALWAYS, where).at(-1)?.date
    const tenth = localDate(after(10), 'America/New_York')
    expect(last(running('SMART', { days: 10, status: 'PAUSED' }))).toBe(tenth)
    expect(last(running('SMART', { days: 10, status: 'REMOVED' }))).toBe(tenth)
    const stopped = account({ status: 'SUSPENDED', stopped_at: after(10) })
    expect(last(running(), scene(60, { account: stopped }))).toBe(tenth)
    expect(dailyFigures(running(), ALWAYS, scene(0.1))).toEqual([])
  })

  test('of the past do not change with the settings of today', () => {
    const past = { from: '2026-01-06', to: '2026-01-20' }
    const before = dailyFigures(running(), past, scene(30))
    const changed = running('SMART', {
      days: 29,
      daily_budget_micros: 900_000_000,
      geo_targets: [HAMLET],
      keyword_themes: ['x'],
    })
    expect(dailyFigures(changed, past, scene(30))).toEqual(before)
    expect(searchTermFigures(changed, past, scene(30))).toEqual(searchTermFigures(running(), past, scene(30)))
  })

  test('follow the demand where few people live, and the law where politics is advertised', () => {
    const figures = (settings: Partial<CampaignSettings>) =>
      dailyFigures(running('SMART', { days: 0.1, ...settings }), ALWAYS, scene(40))
    expect(total(figures({ geo_targets: [HAMLET] }))).toBeLessThan(
      total(figures({ geo_targets: [SPRINGFIELD] })),
    )
    const political = { contains_eu_political_advertising: true }
    expect(figures({ geo_targets: [FRANCE], ...political })).toEqual([])
    expect(figures({ geo_targets: [FRANCE, SPRINGFIELD], ...political })).toEqual(
      figures({ geo_targets: [SPRINGFIELD] }),
    )
  })

  test('are nothing for ads that were not let pass', () => {
    const banned = campaign('SMART', { days: 0.1, status: 'ENABLED', business_description: 'Best casino!' })
    expect(dailyFigures(banned, ALWAYS, scene(40))).toEqual([])
  })
})

const histories = fc.record({
  id: fc.integer({ min: 10_000_000_000, max: 99_999_999_999 }),
  type: fc.constantFrom<CampaignType>('SMART', 'PERFORMANCE_MAX'),
  zone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'UTC'),
  currency: fc.constantFrom('USD', 'JPY', 'ILS', 'VND'),
  place: fc.constantFrom(UNITED_STATES, SPRINGFIELD, FRANCE),
  changes: fc.array(
    fc.record({
      days: fc.double({ min: 0.2, max: 70, noNaN: true }),
      status: fc.constantFrom<CampaignVersion['status']>('ENABLED', 'ENABLED', 'PAUSED'),
      units: fc.integer({ min: 5, max: 1_000 }),
    }),
    { maxLength: 6 },
  ),
})

describe('whatever happens to a campaign', () => {
  const factor: Record<string, number> = { USD: 1, JPY: 150, ILS: 4, VND: 25_000 }

  test('a day costs at most twice its budget, a month at most 30.4 times, and terms never more than the campaign', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(histories, ({ id, type, zone, currency, place, changes }) => {
        const micros = (units: number) => units * (factor[currency] ?? 1) * 1_000_000
        const steps = changes.toSorted((a, b) => a.days - b.days)
        const one = {
          ...running(
            type,
            { days: 0.1, geo_targets: [place], daily_budget_micros: micros(20) },
            ...steps.map(({ days, status, units }) => ({ days, status, daily_budget_micros: micros(units) })),
          ),
          campaign_id: String(id),
        }
        const where = scene(80, { account: account({ time_zone: zone, currency_code: currency }) })
        const rows = dailyFigures(one, ALWAYS, where)
        const highest = (date: string, days: number) => {
          const start = startOfDay(date, zone).getTime()
          const inForce = one.versions.filter(({ created_date }, at) => {
            const end = one.versions[at + 1]?.created_date.getTime() ?? Number.POSITIVE_INFINITY
            return created_date.getTime() < start + days * DAY_MS && end > start
          })
          return Math.max(...inForce.map(({ settings }) => settings.daily_budget_micros))
        }
        const unit = currency === 'USD' || currency === 'ILS' ? 10_000 : 1_000_000
        for (const row of rows) {
          expect(row.cost_micros).toBeLessThanOrEqual(2 * highest(row.date, 1.05))
          expect(row.cost_micros % unit).toBe(0)
          expect(row.clicks).toBeLessThanOrEqual(row.impressions)
          expect(row.conversions).toBeLessThanOrEqual(row.clicks)
        }
        for (const [month, days] of Map.groupBy(rows, ({ date }) => date.slice(0, 7))) {
          expect(total(days)).toBeLessThanOrEqual(30.4 * highest(`${month}-01`, 31.1))
        }
        const terms = searchTermFigures(one, ALWAYS, where)
        for (const field of ['impressions', 'clicks', 'cost_micros', 'conversions'] as const) {
          const sum = (list: readonly Record<typeof field, number>[]) =>
            list.reduce((all, row) => all + row[field], 0)
          expect(sum(terms)).toBeLessThanOrEqual(sum(rows) + 1e-6)
        }
        expect(terms.every(({ clicks, impressions }) => clicks <= impressions)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('the terms of two ranges add up to those of both', () => {
    const impressions = (from: string, to: string) =>
      searchTermFigures(running(), { from, to }, scene(60)).reduce((sum, row) => sum + row.impressions, 0)
    expect(impressions('2026-01-06', '2026-01-19') + impressions('2026-01-20', '2026-02-10')).toBe(
      impressions('2026-01-06', '2026-02-10'),
    )
  })
})

test('the monthly limit stops campaigns that would go on', () => {
  const budget = 20_000_000
  const march = { from: '2026-03-01', to: '2026-03-31' }
  const months = Array.from({ length: 40 }, (_, at) =>
    total(dailyFigures({ ...running(), campaign_id: String(20_000_000_000 + at) }, march, scene(90))),
  )
  expect(Math.max(...months)).toBeGreaterThan(30.3 * budget)
  expect(Math.max(...months)).toBeLessThanOrEqual(30.4 * budget)
})

test('a number is divided whole, in proportion', () => {
  expect(divide(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(divide(7, [5, 0, 2])).toEqual([5, 0, 2])
  expect(divide(0, [1, 2])).toEqual([0, 0])
  expect(divide(5, [0, 0])).toEqual([0, 0])
})
