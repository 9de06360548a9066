import { describe, expect, test } from 'vitest'
import { reasonText, sentence, stateOf } from './ad-words.ts'
import { assetStatus } from './asset-words.ts'
import { reachesEu, settlePollMs } from './campaign-rules.ts'
import { everyDay } from './every-day.ts'
import { formatChange, formatFigure } from './figure-words.ts'
import { rangeQuery, reportViewOf } from './report-range.ts'
import { sortedTerms, termSortOf, termsTable } from './search-terms.ts'

describe('the state of a campaign', () => {
  const campaign = {
    status: 'ENABLED' as const,
    pause_reason: null,
    unsettled: null,
    primary_status: 'ELIGIBLE',
    review_status: 'REVIEWED',
  }

  test.each([
    [{}, 'Running'],
    [{ primary_status: 'LEARNING' }, 'Learning'],
    [{ primary_status: 'SOMETHING_NEW' }, 'On'],
    [{ status: 'PAUSED' as const, pause_reason: 'user' as const }, 'Paused'],
    [{ status: 'PAUSED' as const, pause_reason: 'tracking_pending' as const }, 'Waits for tracking'],
    [{ status: 'REMOVED' as const }, 'Deleted'],
    [{ unsettled: 'delete' as const }, 'Not settled'],
  ])('%j reads %s', (part, label) => {
    expect(stateOf({ ...campaign, ...part }).label).toBe(label)
  })

  test('is read again while something is not settled', () => {
    expect(settlePollMs([{ unsettled: null }], 0)).toBe(false)
    expect(settlePollMs([{ unsettled: 'pause' }], 0)).toBe(3_000)
    expect(settlePollMs([], 1)).toBe(3_000)
  })

  test('has reasons in words, and those that nobody knows as they are', () => {
    expect(reasonText('CAMPAIGN_PAUSED')).toBe('It is paused.')
    expect(reasonText('NEW_REASON')).toBe('New reason')
    expect(sentence('ELIGIBLE_MAY_SERVE')).toBe('Eligible may serve')
  })
})

test('the EU is reached from everywhere, from its members and their parts, and from a place that nobody knows', () => {
  expect(reachesEu([])).toBe(true)
  expect(reachesEu([{ country_code: 'US' }, { country_code: 'RE' }])).toBe(true)
  expect(reachesEu([{ country_code: '' }])).toBe(true)
  expect(reachesEu([{ country_code: 'US' }, { country_code: 'GB' }, { country_code: 'GL' }])).toBe(false)
})

describe('the days of a report', () => {
  const view = (text: string) => reportViewOf(new URLSearchParams(text))

  test('are a preset, unless both days are given', () => {
    expect(rangeQuery(view(''))).toEqual({ date_range: 'LAST_30_DAYS' })
    expect(rangeQuery(view('range=LAST_MONTH'))).toEqual({ date_range: 'LAST_MONTH' })
    expect(rangeQuery(view('range=NEVER'))).toEqual({ date_range: 'LAST_30_DAYS' })
    expect(rangeQuery(view('from=2026-11-01'))).toEqual({ date_range: 'LAST_30_DAYS' })
    expect(rangeQuery(view('range=TODAY&from=2026-11-01&to=2026-11-02'))).toEqual({
      start_date: '2026-11-01',
      end_date: '2026-11-02',
    })
  })

  test('are all in the chart, also those that the API leaves out', () => {
    const row = { date: '2026-11-02', impressions: 5, clicks: 1, cost_micros: 10, conversions: 0.5 }
    const days = everyDay({ start_date: '2026-11-01', end_date: '2026-11-03', rows: [row] })
    expect(days.map(({ date, clicks }) => [date, clicks])).toEqual([
      ['2026-11-01', 0],
      ['2026-11-02', 1],
      ['2026-11-03', 0],
    ])
    expect(everyDay({ start_date: null, end_date: null, rows: [] })).toEqual([])
  })
})

test('figures and their changes are reported in words', () => {
  expect(formatFigure('cost_micros', 1_500_000, 'EUR')).toBe('€1.50')
  expect(formatFigure('conversions', 1.918, 'EUR')).toBe('1.92')
  expect(formatChange(0.25)).toBe('+25%')
  expect(formatChange(-0.0889)).toBe('−8.9%')
  expect(formatChange(0)).toBe('No change')
  expect(formatChange(null)).toBeNull()
})

describe('search terms', () => {
  const row = (search_term: string, clicks: number) => ({
    search_term,
    clicks,
    campaign: 'Tables',
    impressions: 10,
    cost_micros: 1_250_000,
    conversions: 0,
  })
  const rows = [row('oak', 2), row('ash', 7), row('elm', 2)]

  test('are sorted by any column, equal ones as they came', () => {
    expect(sortedTerms(rows, '-clicks').map((each) => each.search_term)).toEqual(['ash', 'oak', 'elm'])
    expect(sortedTerms(rows, 'search_term').map((each) => each.search_term)).toEqual(['ash', 'elm', 'oak'])
    expect(termSortOf('-cost_micros')).toBe('-cost_micros')
    expect(termSortOf('constructor')).toBe('-impressions')
  })

  test('are a table with plain amounts for a spreadsheet', () => {
    const { header, cells } = termsTable(rows.slice(0, 1), 'EUR')
    expect(header).toContain('spend_eur')
    expect(cells).toEqual([['oak', 'Tables', 10, 2, 1.25, 0]])
  })
})

test('an asset says what became of it', () => {
  const campaigns = [{ id: 'cmp_1', campaign_name: 'Tables' }]
  const label = (status: 'GENERATED' | 'ACCEPTED' | 'DISCARDED', accepted_campaign_id: string | null) =>
    assetStatus({ status, accepted_campaign_id }, campaigns).label
  expect(label('GENERATED', null)).toBe('New')
  expect(label('DISCARDED', null)).toBe('Not used')
  expect(label('ACCEPTED', null)).toBe('Accepted')
  expect(label('ACCEPTED', 'cmp_1')).toBe('In Tables')
  expect(label('ACCEPTED', 'cmp_2')).toBe('In a campaign')
})
