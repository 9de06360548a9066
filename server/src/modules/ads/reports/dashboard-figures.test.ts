import { MAX_DASHBOARD_CAMPAIGNS } from '@atrium/contract/ad-reports'
import { expect, test } from 'vitest'
import { comparedFigures, figuresByCampaign, figuresByDay } from './dashboard-figures.ts'

const row = (campaign_id: string, date: string, fields: object = {}) => ({
  ...{ campaign_id, date, impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 },
  ...fields,
})

test('campaigns: the most expensive first, then the most seen, then by id; so many at most', () => {
  const day = '2026-11-01'
  const rows = [
    row('3', day, { impressions: 5 }),
    row('2', day, { impressions: 5 }),
    row('4', day, { impressions: 9 }),
    row('5', day, { cost_micros: 3 }),
    row('1', day, { cost_micros: 2 }),
    row('1', '2026-11-02', { cost_micros: 2 }),
  ]
  expect(figuresByCampaign(rows).map(({ platform_campaign_id }) => platform_campaign_id)).toEqual([
    ...['1', '5', '4', '2', '3'],
  ])
  const many = Array.from({ length: MAX_DASHBOARD_CAMPAIGNS + 1 }, (_, at) =>
    row(`${at}`, day, { cost_micros: at }),
  )
  const kept = figuresByCampaign(many)
  expect([kept.length, kept.at(-1)?.platform_campaign_id]).toEqual([MAX_DASHBOARD_CAMPAIGNS, '1'])
})

test('days without figures are there, across a change of the clocks and of the month', () => {
  const rows = [row('1', '2026-10-25', { clicks: 1 }), row('2', '2026-10-25', { clicks: 2 })]
  const days = figuresByDay(rows, { first: '2026-10-24', last: '2026-11-01' })
  expect(days.map(({ date }) => date.slice(5))).toEqual([
    ...['10-24', '10-25', '10-26', '10-27', '10-28', '10-29', '10-30', '10-31', '11-01'],
  ])
  expect(days.map(({ clicks }) => clicks)).toEqual([0, 3, 0, 0, 0, 0, 0, 0, 0])
})

test('rates are those of the sums, and none where nothing was seen or clicked', () => {
  const rows = [
    row('1', '2026-11-01', { impressions: 10, clicks: 5, cost_micros: 10, conversions: 0.1 }),
    row('1', '2026-11-02', { impressions: 990, clicks: 5, cost_micros: 25, conversions: 0.2 }),
  ]
  expect(comparedFigures(rows, [row('1', '2026-10-31', { impressions: 4, clicks: 1 })])).toMatchObject({
    ctr: { value: 0.01, previous: 0.25, change: -0.96 },
    average_cpc_micros: { value: 4, previous: 0, change: null },
    conversions: { value: 0.3, previous: 0, change: null },
  })
  expect(comparedFigures([], rows)).toMatchObject({
    ctr: { value: 0, previous: 0.01, change: -1 },
    average_cpc_micros: { value: 0, previous: 4, change: -1 },
  })
})
