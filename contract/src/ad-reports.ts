import { Type } from 'typebox'
import { DATE_PRESETS } from './ads.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf } from './shared.ts'

const ANALYTICS = '/api/apps/{app_id}/ads-platform/analytics'
const AppPath = Type.Object({ app_id: Id })

export const MAX_SEARCH_TERMS = 100
/** A year with its leap day. */
export const MAX_DASHBOARD_DAYS = 366
export const MAX_DASHBOARD_CAMPAIGNS = 100

const DateRange = Type.Optional(
  OneOf(DATE_PRESETS, {
    default: 'LAST_30_DAYS',
    description: 'Days in the time zone of the advertising account. Explicit dates win over it.',
  }),
)
const Day = Type.String({ format: 'date' })

export const SearchTermRow = Type.Object(
  {
    search_term: Type.String({ description: 'What people searched for.' }),
    campaign: Type.String({ description: 'The name of the campaign.' }),
    impressions: Type.Integer({ description: 'Times an ad was shown.' }),
    clicks: Type.Integer({ description: 'Times an ad was clicked.' }),
    cost_micros: Type.Integer({ description: 'Micros of the currency of the account.' }),
    conversions: Type.Number({ description: 'Smart campaigns report none by search term.' }),
  },
  { $id: 'SearchTermRow' },
)

export const readSearchTerms = operation({
  name: 'ads.search_terms',
  summary: 'Read what people searched before they saw the ads, most impressions first',
  description: `At most ${MAX_SEARCH_TERMS} rows, merged from every campaign type. When a type cannot be read, the others are still reported, without any sign. An app without an advertising account has none.`,
  method: 'GET',
  path: `${ANALYTICS}/search-terms`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  query: Type.Object({
    date_range: DateRange,
    start_date: Type.Optional(
      Type.String({ format: 'date', description: 'YYYY-MM-DD; only with `end_date`' }),
    ),
    end_date: Type.Optional(
      Type.String({ format: 'date', description: 'YYYY-MM-DD, inside; only with `start_date`' }),
    ),
  }),
  answer: Type.Array(SearchTermRow, { maxItems: MAX_SEARCH_TERMS }),
  refuses: ['date_range_incomplete', 'date_range_reversed', 'app_not_found', 'editor_required'],
  example: {
    answer: [
      {
        search_term: 'oak table near me',
        campaign: 'Tables in the north',
        impressions: 1240,
        clicks: 61,
        cost_micros: 58_310_000,
        conversions: 1.92,
      },
    ],
  },
})

const FIGURES = {
  impressions: Type.Integer(),
  clicks: Type.Integer(),
  cost_micros: Type.Integer({ description: 'What was spent, in micros of the currency of the account.' }),
  conversions: Type.Number(),
}
const RATES = {
  ctr: Type.Number({ description: 'Clicks for each impression, such as 0.0412; 0 without impressions.' }),
  average_cpc_micros: Type.Integer({ description: 'What a click cost; 0 without clicks.' }),
}

/** A figure next to the same of the days before. */
const Compared = Type.Object({
  value: Type.Number(),
  previous: Type.Number({ description: 'In the window of equal length just before.' }),
  change: Nullable(
    Type.Number({ description: '0.25 for a quarter more, -0.5 for half; null when `previous` is 0.' }),
  ),
})

export const DashboardDay = Type.Object(
  { date: Type.String({ format: 'date' }), ...FIGURES },
  { $id: 'AdDashboardDay' },
)

export const DashboardCampaign = Type.Object(
  {
    campaign_id: Nullable(
      Type.String({ description: 'Null for one that the platform has and Atrium does not.' }),
    ),
    campaign_name: Type.String(),
    ...FIGURES,
    ...RATES,
  },
  { $id: 'AdDashboardCampaign' },
)

export const AdDashboard = Type.Object(
  {
    currency_code: Nullable(Type.String({ description: 'Null without an advertising account.' })),
    start_date: Nullable(Day),
    end_date: Nullable(Day),
    previous_start_date: Nullable(Day),
    previous_end_date: Nullable(Day),
    cost_micros: Compared,
    impressions: Compared,
    clicks: Compared,
    conversions: Compared,
    ctr: Compared,
    average_cpc_micros: Compared,
    by_day: Type.Array(DashboardDay, { description: 'Every day of the range, also those without figures.' }),
    by_campaign: Type.Array(DashboardCampaign, {
      maxItems: MAX_DASHBOARD_CAMPAIGNS,
      description: 'Those that were seen in the range, the most expensive first.',
    }),
  },
  { $id: 'AdDashboard' },
)

/** Its window before must be a range of days that every platform can read. */
const DashboardDate = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^20', description }))

export const readDashboard = operation({
  name: 'ads.dashboard',
  summary: 'Read what advertising cost and brought, next to the same number of days before',
  description:
    'All zero, with currency and days null, as long as the app has no advertising account. A range without any day, such as `THIS_MONTH` on the first, is all zero as well.',
  method: 'GET',
  path: `${ANALYTICS}/dashboard`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  query: Type.Object({
    date_range: DateRange,
    start_date: DashboardDate('YYYY-MM-DD, from 2000 to 2099; only with `end_date`'),
    end_date: DashboardDate(
      `YYYY-MM-DD, inside, at most ${MAX_DASHBOARD_DAYS} days from \`start_date\`; only with it`,
    ),
  }),
  answer: AdDashboard,
  refuses: [
    'date_range_incomplete',
    'date_range_reversed',
    'date_range_too_long',
    'app_not_found',
    'editor_required',
    'ad_platform_unavailable',
  ],
  example: {
    answer: {
      currency_code: 'EUR',
      start_date: '2026-11-17',
      end_date: '2026-11-17',
      previous_start_date: '2026-11-16',
      previous_end_date: '2026-11-16',
      cost_micros: { value: 30_000_000, previous: 24_000_000, change: 0.25 },
      impressions: { value: 820, previous: 900, change: -0.0889 },
      clicks: { value: 40, previous: 32, change: 0.25 },
      conversions: { value: 1.5, previous: 0, change: null },
      ctr: { value: 0.0488, previous: 0.0356, change: 0.372 },
      average_cpc_micros: { value: 750_000, previous: 750_000, change: 0 },
      by_day: [
        { date: '2026-11-17', impressions: 820, clicks: 40, cost_micros: 30_000_000, conversions: 1.5 },
      ],
      by_campaign: [
        {
          campaign_id: 'cmp_1',
          campaign_name: 'Tables in the north',
          impressions: 820,
          clicks: 40,
          cost_micros: 30_000_000,
          conversions: 1.5,
          ctr: 0.0488,
          average_cpc_micros: 750_000,
        },
      ],
    },
  },
})
