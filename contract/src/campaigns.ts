import { Type } from 'typebox'
import {
  AdCampaign,
  CAMPAIGNS,
  CampaignFigures,
  CampaignInput,
  CHANGE_CAMPAIGN,
  EXAMPLE_CAMPAIGN,
  LAUNCH_REFUSALS,
  OfApp,
  OfCampaign,
  RARELY,
  REACH,
  READ_CAMPAIGNS,
} from './ad-campaign.ts'
import { DATE_PRESETS } from './ads.ts'
import { operation, perMinute, personal } from './operation.ts'
import { NameQuery, Nullable, OneOf, Page, PageQuery } from './shared.ts'

export * from './ad-campaign.ts'
export * from './campaign-changes.ts'

/** A year with its leap day. */
export const MAX_METRIC_DAYS = 366
/** Of all campaigns together: a quarter. */
export const MAX_METRIC_DAYS_OF_ALL = 92
/** Days of campaigns in one answer. */
export const MAX_METRIC_ROWS = 10_000

const DateRange = Type.Optional(
  OneOf(DATE_PRESETS, {
    default: 'LAST_30_DAYS',
    description: 'Days in the time zone of the advertising account.',
  }),
)

const ListedCampaign = Type.Object(
  {
    ...AdCampaign.properties,
    metrics: Type.Optional(
      Type.Unsafe<Type.Static<typeof CampaignFigures> | null>({
        ...CampaignFigures,
        $id: undefined,
        type: ['object', 'null'],
        description: 'Null while the platform cannot report them; absent with `include_metrics=false`.',
      }),
    ),
  },
  { $id: 'ListedCampaign' },
)

const FIGURES = { impressions: 1240, clicks: 61, cost_micros: 58_310_000, conversions: 1.92 }

export const createCampaign = operation({
  name: 'campaigns.create',
  summary: 'Create a campaign on the advertising account that the app has; this starts spending',
  description:
    'As `ads.launch`, but opens no account. The campaign stays paused until conversion tracking is verified.',
  method: 'POST',
  path: CAMPAIGNS,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE_CAMPAIGN,
  params: OfApp,
  body: CampaignInput,
  status: 201,
  answer: AdCampaign,
  refuses: [...LAUNCH_REFUSALS, 'no_ads_account'],
  example: {
    body: {
      campaign_name: EXAMPLE_CAMPAIGN.campaign_name,
      campaign_type: 'SMART',
      daily_budget_micros: EXAMPLE_CAMPAIGN.daily_budget_micros,
      landing_page: EXAMPLE_CAMPAIGN.landing_page,
      business_name: EXAMPLE_CAMPAIGN.business_name,
      keyword_themes: EXAMPLE_CAMPAIGN.keyword_themes,
      geo_targets: EXAMPLE_CAMPAIGN.geo_targets,
    },
    answer: EXAMPLE_CAMPAIGN,
  },
})

export const listCampaigns = operation({
  name: 'campaigns.list',
  summary: 'List the campaigns of an app, newest first, also paused and removed ones',
  description:
    'As they are on the ad platform at this moment; as they were last known while it does not answer. A launch whose outcome was not known is looked for too.',
  method: 'GET',
  path: CAMPAIGNS,
  credential: personal('read_only'),
  limit: READ_CAMPAIGNS,
  params: OfApp,
  query: Type.Object({
    ...PageQuery.properties,
    ...NameQuery.properties,
    include_metrics: Type.Optional(Type.Boolean({ default: true })),
    date_range: DateRange,
  }),
  answer: Page(ListedCampaign),
  refuses: [...REACH],
  example: {
    answer: { items: [{ ...EXAMPLE_CAMPAIGN, metrics: FIGURES }], next_cursor: null, has_more: false },
  },
})

export const readCampaign = operation({
  name: 'campaigns.read',
  summary: 'Read a campaign as it is on the ad platform, or as it was last known',
  method: 'GET',
  path: `${CAMPAIGNS}/{campaign_id}`,
  credential: personal('read_only'),
  limit: READ_CAMPAIGNS,
  params: OfCampaign,
  answer: AdCampaign,
  refuses: [...REACH, 'campaign_not_found'],
  example: { answer: EXAMPLE_CAMPAIGN },
})

export const syncCampaigns = operation({
  name: 'campaigns.sync',
  summary: 'Read all campaigns from the ad platform and take over what is different there',
  method: 'POST',
  path: `${CAMPAIGNS}/sync`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: RARELY,
  params: OfApp,
  answer: Type.Object({
    checked: Type.Integer({ description: 'So many campaigns the platform has.' }),
    added: Type.Integer({ description: 'So many of them were not known here.' }),
    updated: Type.Integer(),
    missing: Type.Integer({ description: 'Known here, unknown to the platform; they are left as they are.' }),
  }),
  refuses: [...REACH, 'no_ads_account', 'ad_platform_unavailable'],
  example: { answer: { checked: 4, added: 0, updated: 1, missing: 0 } },
})

const MetricRow = Type.Object(
  {
    campaign_id: Nullable(
      Type.String({ description: 'Null for one that the platform has and Atrium does not.' }),
    ),
    platform_campaign_id: Type.String(),
    date: Type.String({ format: 'date' }),
    ...CampaignFigures.properties,
  },
  { $id: 'CampaignDay' },
)

export const readCampaignMetrics = operation({
  name: 'campaigns.metrics',
  summary: 'Read the figures of campaigns day by day, newest day first',
  description: `Days without an impression are left out. At most ${MAX_METRIC_ROWS} rows; \`truncated\` says when there are more.`,
  method: 'GET',
  path: `${CAMPAIGNS}/metrics`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: OfApp,
  query: Type.Object({
    campaign_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only this one' })),
    date_range: DateRange,
    start_date: Type.Optional(
      Type.String({ format: 'date', description: 'YYYY-MM-DD, with `end_date`; wins over `date_range`' }),
    ),
    end_date: Type.Optional(
      Type.String({
        format: 'date',
        description: `YYYY-MM-DD, inside; at most ${MAX_METRIC_DAYS_OF_ALL} days, of one campaign ${MAX_METRIC_DAYS}`,
      }),
    ),
  }),
  answer: Type.Object({
    start_date: Nullable(Type.String({ format: 'date' })),
    end_date: Nullable(Type.String({ format: 'date' })),
    rows: Type.Array(MetricRow, { maxItems: MAX_METRIC_ROWS }),
    totals: CampaignFigures,
    truncated: Type.Boolean(),
  }),
  refuses: [
    ...REACH,
    'campaign_not_found',
    'date_range_incomplete',
    'date_range_reversed',
    'date_range_too_long',
    'ad_platform_unavailable',
  ],
  example: {
    answer: {
      start_date: '2026-11-17',
      end_date: '2026-11-17',
      rows: [
        {
          campaign_id: EXAMPLE_CAMPAIGN.id,
          platform_campaign_id: EXAMPLE_CAMPAIGN.platform_campaign_id,
          date: '2026-11-17',
          ...FIGURES,
        },
      ],
      totals: FIGURES,
      truncated: false,
    },
  },
})

const Bounds = Type.Object(
  { min_micros: Type.Integer(), max_micros: Type.Integer(), unit_micros: Type.Integer() },
  { description: 'Both inside; every budget is a multiple of the unit.' },
)

export const readBudgetBounds = operation({
  name: 'campaigns.budget_bounds',
  summary: 'Read what a campaign of each type may cost a day, in the currency of the app’s account',
  method: 'GET',
  path: `${CAMPAIGNS}/budget-boundaries`,
  credential: personal('read_only'),
  limit: READ_CAMPAIGNS,
  params: OfApp,
  answer: Type.Object({
    currency_code: Type.String({ description: 'Without an account: the one it would be opened in.' }),
    budget: Type.Object({ SMART: Bounds, PERFORMANCE_MAX: Bounds }),
  }),
  refuses: [...REACH],
  example: {
    answer: {
      currency_code: 'USD',
      budget: {
        SMART: { min_micros: 1_000_000, max_micros: 1_000_000_000, unit_micros: 10_000 },
        PERFORMANCE_MAX: { min_micros: 5_000_000, max_micros: 10_000_000_000, unit_micros: 10_000 },
      },
    },
  },
})
