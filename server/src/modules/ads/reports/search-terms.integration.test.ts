import { DATE_PRESETS } from '@atrium/contract/ads'
import { describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useAdReports } from '../test/ad-reports.ts'
import { adCampaign } from '../test/ad-rows.ts'

const { app, owner, viewer, stranger, shop, at, load } = useAdReports()

type Query = NonNullable<Parameters<ReturnType<SharedApp['as']>['ads']['search_terms']>[1]>
const terms = (query: Query = {}, who: Person = owner) =>
  app.as(who).ads.search_terms({ app_id: shop.id }, query)

const SMART = (key: string, fields = {}) => adCampaign(shop.id, key, fields)
const PERFORMANCE = (key: string, fields = {}) =>
  adCampaign(shop.id, key, {
    campaign_type: 'PERFORMANCE_MAX',
    search_themes: ['garden furniture', 'oak table'],
    keyword_themes: [],
    logo_url: 'https://tables.example.com/logo.png',
    ...fields,
  })

describe('search terms', () => {
  test('are none without an advertising account, or while it is being opened', async () => {
    expect(await terms()).toEqual([])
    await load({ status: 'PENDING', platform_customer_id: null }, [])
    expect(await terms()).toEqual([])
  })

  test('are merged from every campaign type under our names, most impressions first', async () => {
    await load({}, [SMART('a', { campaign_name: 'Tables' }), PERFORMANCE('b', { campaign_name: 'Garden' })])
    const rows = await terms()
    expect(new Set(rows.map(({ campaign }) => campaign))).toEqual(new Set(['Tables', 'Garden']))
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['campaign', 'clicks', 'conversions', 'cost_micros', 'impressions', 'search_term'].sort(),
    )
    const sorted = [...rows].sort(
      (a, b) =>
        b.impressions - a.impressions ||
        b.clicks - a.clicks ||
        (a.search_term < b.search_term ? -1 : a.search_term > b.search_term ? 1 : 0),
    )
    expect(rows).toEqual(sorted)
    // The same words in two campaigns are two rows.
    expect(rows.filter(({ search_term }) => search_term === 'oak table')).toHaveLength(2)
  })

  test('are those of removed campaigns too', async () => {
    await load({}, [SMART('gone', { status: 'REMOVED', updated_date: 'now-10d', campaign_name: 'Gone' })])
    expect((await terms()).every(({ campaign }) => campaign === 'Gone')).toBe(true)
    expect((await terms()).length).toBeGreaterThan(0)
    expect(await terms({ date_range: 'LAST_7_DAYS' })).toEqual([])
  })

  test('are at most 100', { tags: 'slow' }, async () => {
    const themes = Array.from({ length: 10 }, (_, n) => `kind ${n} of table`)
    await load(
      {},
      Array.from({ length: 4 }, (_, n) => SMART(`c${n}`, { keyword_themes: themes })),
    )
    const rows = await terms()
    expect(rows).toHaveLength(100)
    expect(rows[0]?.impressions).toBeGreaterThan(rows[99]?.impressions ?? 0)
  })

  test('are those of the last 30 days by default', async () => {
    await load({}, [SMART('a'), PERFORMANCE('b')])
    const rows = await terms()
    expect(rows).toEqual(await terms({ date_range: 'LAST_30_DAYS' }))
    expect(rows).toEqual(await terms({ start_date: '2026-10-20', end_date: '2026-11-18' }))
    expect(rows).not.toEqual(await terms({ date_range: 'LAST_90_DAYS' }))
  })
})

describe('a campaign type that cannot be read', () => {
  test('is left out without any sign, and counted', async () => {
    await load({}, [SMART('a', { campaign_name: 'Tables [terms-fail]' }), SMART('c'), PERFORMANCE('b')])
    const before = await missing('SMART')
    const rows = await terms()
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ campaign }) => campaign))).toEqual(new Set(['Campaign b']))
    expect(await missing('SMART')).toBe(before + 1)
    expect(await missing('PERFORMANCE_MAX')).toBe(0)
  })

  test('and another: nothing is left, which is an answer too', async () => {
    const campaign_name = 'All [terms-fail]'
    await load({}, [SMART('a', { campaign_name }), PERFORMANCE('b', { campaign_name })])
    expect(await terms()).toEqual([])
  })

  test('is every type of an account on another platform', async () => {
    await load({ platform: 'google' }, [SMART('a')])
    expect(await terms()).toEqual([])
  })

  async function missing(type: string): Promise<number> {
    const answer = await fetch(`${app.baseUrl}/metrics`)
    const line = new RegExp(`atrium_ad_search_terms_missing_total\\{campaign_type="${type}"\\} (\\d+)`)
    return Number(line.exec(await answer.text())?.[1] ?? 0)
  }
})

describe('the days', () => {
  test.each([
    // Still the 17th there.
    ['America/Los_Angeles', '2026-11-18T03:00:00Z', 'TODAY', '2026-11-17', '2026-11-17'],
    ['America/Los_Angeles', '2026-11-18T03:00:00Z', 'LAST_7_DAYS', '2026-11-11', '2026-11-17'],
    ['America/Los_Angeles', '2026-11-18T08:00:00Z', 'YESTERDAY', '2026-11-17', '2026-11-17'],
    // Already the 19th there.
    ['Pacific/Kiritimati', '2026-11-18T10:30:00Z', 'YESTERDAY', '2026-11-18', '2026-11-18'],
    ['Pacific/Kiritimati', '2026-11-18T10:30:00Z', 'LAST_30_DAYS', '2026-10-21', '2026-11-19'],
    ['Pacific/Kiritimati', '2026-11-18T09:30:00Z', 'YESTERDAY', '2026-11-17', '2026-11-17'],
    // The day of 25 hours: 1 November 2026 from 04:00 to 05:00 of the next day, in UTC.
    ['America/New_York', '2026-11-02T04:30:00Z', 'TODAY', '2026-11-01', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:30:00Z', 'YESTERDAY', '2026-11-01', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:30:00Z', 'LAST_WEEK_MON_SUN', '2026-10-26', '2026-11-01'],
    // The day of 23 hours: 29 March 2026 from 23:00 to 22:00, in UTC.
    ['Europe/Berlin', '2026-03-29T21:59:00Z', 'TODAY', '2026-03-29', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:30:00Z', 'YESTERDAY', '2026-03-29', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:30:00Z', 'LAST_14_DAYS', '2026-03-16', '2026-03-29'],
    ['Europe/Berlin', '2026-03-31T22:30:00Z', 'LAST_MONTH', '2026-03-01', '2026-03-31'],
    ['Asia/Kolkata', '2026-11-18T18:20:00Z', 'THIS_MONTH', '2026-11-01', '2026-11-17'],
    ['Asia/Kolkata', '2026-11-18T18:40:00Z', 'THIS_MONTH', '2026-11-01', '2026-11-18'],
  ] as const)(
    'in %s at %s: %s is %s to %s',
    { tags: 'slow' },
    async (timezone, now, date_range, start_date, end_date) => {
      at(now)
      await load({ timezone }, [SMART('a'), PERFORMANCE('b')])
      const rows = await terms({ date_range })
      expect(rows.length).toBeGreaterThan(3)
      expect(rows).toEqual(await terms({ start_date, end_date }))
      const shifted = { start_date: dayAfter(start_date), end_date: dayAfter(end_date) }
      expect(rows).not.toEqual(await terms(shifted))
    },
  )

  test('of this month on its first day are none', async () => {
    at('2026-11-01T12:00:00Z')
    await load({}, [SMART('a')])
    expect(await terms({ date_range: 'THIS_MONTH' })).toEqual([])
    expect((await terms({ date_range: 'TODAY' })).length).toBeGreaterThan(0)
  })

  test('move with the clock while the account stays', async () => {
    await load({ timezone: 'America/Sao_Paulo' }, [SMART('a')])
    const tuesday = await terms({ date_range: 'YESTERDAY' })
    at('2026-11-19T02:59:00Z')
    expect(await terms({ date_range: 'YESTERDAY' })).toEqual(tuesday)
    at('2026-11-19T03:00:00Z')
    expect(await terms({ date_range: 'YESTERDAY' })).not.toEqual(tuesday)
  })

  test('written out win over a preset', async () => {
    await load({}, [SMART('a')])
    const dates = { start_date: '2026-11-02', end_date: '2026-11-02' }
    const rows = await terms(dates)
    expect(rows.length).toBeGreaterThan(0)
    expect(await terms({ ...dates, date_range: 'TODAY' })).toEqual(rows)
  })

  test('may lie ahead, long ago, or in a leap year', async () => {
    await load({}, [SMART('a')])
    const month = await terms({ start_date: '2026-11-01', end_date: '2026-11-18' })
    expect(await terms({ start_date: '2026-11-01', end_date: '9999-12-31' })).toEqual(month)
    expect(await terms({ start_date: '9999-12-31', end_date: '9999-12-31' })).toEqual([])
    expect(await terms({ start_date: '0000-01-01', end_date: '2024-02-29' })).toEqual([])
  })

  test.each(DATE_PRESETS)('can be named %s', async (date_range) => {
    expect(await terms({ date_range })).toEqual([])
  })

  function dayAfter(date: string): string {
    return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  }
})

describe('a report is refused', () => {
  const both = { start_date: '2026-11-01', end_date: '2026-11-02' }

  test.each([
    ['date_range_incomplete', { start_date: '2026-11-01' }],
    ['date_range_incomplete', { end_date: '2026-11-01' }],
    ['date_range_incomplete', { end_date: '2026-11-01', date_range: 'TODAY' }],
    ['date_range_reversed', { start_date: '2026-11-02', end_date: '2026-11-01' }],
  ] as const)('with 400 %s for %o, with and without an account', async (code, query) => {
    await expect(terms(query)).rejects.toMatchObject({ status: 400, code })
    await load({}, [])
    await expect(terms(query)).rejects.toMatchObject({ status: 400, code })
  })

  test.each([
    ['date_range', { date_range: 'LAST_8_DAYS' }],
    ['date_range', { date_range: 'today' }],
    ['date_range', { date_range: '' }],
    ['date_range', { date_range: 'LAST_8_DAYS', ...both }],
    ['start_date', { ...both, start_date: '2026-02-29' }],
    ['start_date', { ...both, start_date: '2026-11-31' }],
    ['end_date', { ...both, end_date: '2026-13-01' }],
    ['end_date', { ...both, end_date: '2026-11-02T00:00:00Z' }],
    ['end_date', { ...both, end_date: '02.11.2026' }],
    ['end_date', { ...both, end_date: '2026-11-2' }],
    ['start_date', { ...both, start_date: '' }],
    // What is no date is no date, whether or not the other one is there.
    ['start_date', { start_date: 'yesterday' }],
  ])('with 422 for %s in %o', async (field, query) => {
    await expect(terms(query as Query)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field] }],
    })
  })

  test('to those who cannot edit the app, or do not see it', async () => {
    await expect(terms({}, viewer)).rejects.toMatchObject({ status: 403, code: 'editor_required' })
    // Who may not see the report does not learn what is wrong with the dates.
    const wrong = { start_date: '2026-11-01' }
    await expect(terms(wrong, stranger)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })

  test('to keys of a workspace, and not to tokens that only read', async () => {
    const { secret } = await app.make.credential({
      kind: 'workspace_key',
      workspace_id: owner.workspace_id,
    })
    const withKey = app.as(secret).ads.search_terms({ app_id: shop.id })
    await expect(withKey).rejects.toMatchObject({ status: 403, code: 'workspace_key_not_allowed' })
    const reading = await app.make.token(owner, { permission: 'read_only' })
    expect(await app.as(reading).ads.search_terms({ app_id: shop.id })).toEqual([])
  })
})
