import { expect, test } from 'vitest'
import { newestDays, sumOf, sumsByCampaign } from './campaign-figures.ts'

const day = (campaign_id: string, date: string, cost_micros = 0, conversions = 0) => ({
  ...{ campaign_id, date, cost_micros, conversions },
  impressions: 10,
  clicks: 1,
})

test('figures are added by campaign, without the dust of fractions', () => {
  const rows = [day('1', '2026-11-01', 5, 0.1), day('2', '2026-11-01', 7, 1), day('1', '2026-11-02', 6, 0.2)]
  expect(sumsByCampaign(rows)).toEqual(
    new Map([
      ['1', { impressions: 20, clicks: 2, cost_micros: 11, conversions: 0.3 }],
      ['2', { impressions: 10, clicks: 1, cost_micros: 7, conversions: 1 }],
    ]),
  )
  expect(sumOf(rows)).toEqual({ impressions: 30, clicks: 3, cost_micros: 18, conversions: 1.3 })
  expect(sumOf([])).toEqual({ impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 })
})

test('of too many days the newest are kept, of a day what cost most', () => {
  const rows = [
    day('1', '2026-11-01', 9),
    day('1', '2026-11-03', 1),
    day('3', '2026-11-03', 5),
    day('2', '2026-11-03', 5),
  ]
  const kept = newestDays(rows, 3).map(({ campaign_id, date }) => `${date} ${campaign_id}`)
  expect(kept).toEqual(['2026-11-03 2', '2026-11-03 3', '2026-11-03 1'])
  expect(newestDays(rows, 10)).toHaveLength(4)
})
