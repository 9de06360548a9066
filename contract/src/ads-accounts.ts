import { Type } from 'typebox'
import { AdCampaign, CampaignInput, CampaignType, EXAMPLE_CAMPAIGN, LAUNCH_REFUSALS } from './ad-campaign.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Described, Id, Nullable, OneOf, Timestamp } from './shared.ts'

const ADS = '/api/apps/{app_id}/ads-platform'
const AppPath = Type.Object({ app_id: Id })

export const AdAccount = Type.Object(
  {
    id: Described(Id, 'Account ID'),
    status: OneOf(['PENDING', 'ACTIVE', 'BILLING_HOLD', 'SUSPENDED', 'CANCELED', 'CLOSED'], {
      description: '`PENDING`: the platform was asked to open it, and what became of that is not known yet.',
    }),
    account_name: Type.String({ description: 'Name of the account' }),
    currency_code: Type.String({
      description: 'ISO 4217; derived by the service, fixed afterwards; not a request field.',
    }),
    timezone: Type.String({ description: 'IANA name; fixed when the account is opened.' }),
    platform_customer_id: Type.String({ description: 'Its id on the ad platform; empty while `PENDING`.' }),
    terms_accepted_date: Nullable(Described(Timestamp, 'When the terms were accepted; null before.')),
    tracking_verified_date: Nullable(
      Type.String({ format: 'date-time', description: 'Since when the app reports conversions.' }),
    ),
    created_date: Described(Timestamp, 'When it was opened.'),
    updated_date: Described(Timestamp, 'When it last changed.'),
  },
  { $id: 'AdAccount', description: 'The advertising account of an app.' },
)

const ACCOUNT = {
  id: 'ada_06bcz0k3v4n8q1t5w7x9y2a3b4',
  status: 'ACTIVE',
  account_name: 'Tables',
  currency_code: 'USD',
  timezone: 'America/New_York',
  platform_customer_id: '4815162342',
  terms_accepted_date: null,
  tracking_verified_date: null,
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
} as const

export const readAdAccount = operation({
  name: 'ads.read_account',
  summary: 'Read the advertising account of an app; it has at most one',
  method: 'GET',
  path: `${ADS}/accounts`,
  credential: personal('read_only'),
  limit: perMinute(300, 'caller'),
  params: AppPath,
  answer: Type.Object({
    account: Nullable(Type.Object(AdAccount.properties, { description: 'Null when the app has none.' })),
  }),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { account: ACCOUNT } },
})

export const acceptAdTerms = operation({
  name: 'ads.accept_terms',
  summary: 'Accept the terms of the ad platform for the account; the first time counts',
  method: 'POST',
  path: `${ADS}/accounts/{account_id}/accept-terms`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(60, 'caller'),
  params: Type.Object({ app_id: Id, account_id: Id }),
  answer: Type.Object({ account: AdAccount }),
  refuses: ['app_not_found', 'editor_required', 'ads_account_not_found'],
  example: { answer: { account: { ...ACCOUNT, terms_accepted_date: '2026-11-15T09:31:00.000Z' } } },
})

const Card = Type.Object({
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
})

export const readAdBilling = operation({
  name: 'ads.billing_status',
  summary: 'Read whether advertising can be paid for',
  description: 'While the payment provider does not answer, there is no card as far as anybody can tell.',
  method: 'GET',
  path: `${ADS}/billing/status`,
  credential: personal('read_only'),
  limit: perMinute(60, 'caller'),
  params: AppPath,
  answer: Type.Object({
    has_payment_method: Type.Boolean(),
    payment_provider_unavailable: Type.Boolean(),
    card: Nullable(Card),
  }),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      has_payment_method: true,
      payment_provider_unavailable: false,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2028 },
    },
  },
})

const TypeBounds = Type.Object({
  min_micros: Type.Integer(),
  max_micros: Type.Integer(),
  unit_micros: Type.Integer({ description: 'A budget is a multiple of it.' }),
})

export const LAUNCH_OBSTACLES = [
  'payment_provider_unavailable',
  'payment_method_required',
  'billing_hold',
  'account_suspended',
  'app_not_published',
] as const

export const MAX_UNSETTLED_LAUNCHES = 20

const UnsettledLaunch = Type.Object(
  { id: Id, campaign_name: Type.String(), created_date: Timestamp },
  { $id: 'UnsettledLaunch' },
)

export const readLaunchReadiness = operation({
  name: 'ads.launch_readiness',
  summary: 'Read what a launch would meet; creates nothing',
  method: 'GET',
  path: `${ADS}/launch-readiness`,
  credential: personal('read_only'),
  limit: perMinute(60, 'caller'),
  params: AppPath,
  answer: Type.Object({
    ready: Type.Boolean({ description: 'There is no error.' }),
    errors: Type.Array(OneOf(LAUNCH_OBSTACLES)),
    has_payment_method: Type.Boolean({ description: 'False when it cannot be asked.' }),
    payment_provider_unavailable: Type.Boolean(),
    billing_hold: Type.Boolean(),
    account_exists: Type.Boolean(),
    currency_code: Type.String({ description: 'Of the account, or the one it would be opened in.' }),
    timezone: Nullable(Type.String({ description: 'Of the account; null while there is none.' })),
    landing_page: Nullable(Type.String({ description: 'To be sent back; null until the app is published.' })),
    landing_page_ready: Type.Boolean(),
    creatable_campaign_types: Type.Array(CampaignType),
    budget: Type.Object({ SMART: TypeBounds, PERFORMANCE_MAX: TypeBounds }),
    business_name_max_length: Type.Integer(),
    unsettled_launches: Type.Array(UnsettledLaunch, {
      maxItems: MAX_UNSETTLED_LAUNCHES,
      description: 'Launches that are on their way or whose outcome is not known yet, newest first.',
    }),
  }),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      ready: true,
      errors: [],
      has_payment_method: true,
      payment_provider_unavailable: false,
      billing_hold: false,
      account_exists: false,
      currency_code: 'USD',
      timezone: null,
      landing_page: 'https://tables.example.com/',
      landing_page_ready: true,
      creatable_campaign_types: ['SMART', 'PERFORMANCE_MAX'],
      budget: {
        SMART: { min_micros: 1_000_000, max_micros: 1_000_000_000, unit_micros: 10_000 },
        PERFORMANCE_MAX: { min_micros: 5_000_000, max_micros: 10_000_000_000, unit_micros: 10_000 },
      },
      business_name_max_length: 25,
      unsettled_launches: [],
    },
  },
})

export const launch = operation({
  name: 'ads.launch',
  summary: 'Launch a campaign; opens the advertising account if there is none. This starts spending',
  description:
    'Send back the landing_page of the launch-readiness read. Checks before anything is created, each failing with 400: a Performance Max campaign needs logo_url; budget within the per-currency range for the campaign type; business name length limit; targeting that can reach the EU needs an EU political-advertising declaration. What only the ad platform can judge fails after the account exists. One draft becomes one campaign, however often it is sent. The campaign is paused until conversion tracking is verified, then it starts by itself. After 409 `outcome_unknown` do not send it again: list the campaigns.',
  method: 'POST',
  path: `${ADS}/launch`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    campaign: CampaignInput,
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        default: 'UTC',
        description: 'IANA name; used only when the account does not yet exist and fixed afterwards.',
      }),
    ),
  }),
  answer: Type.Object({ account: AdAccount, campaign: AdCampaign }),
  refuses: [...LAUNCH_REFUSALS],
  example: {
    body: {
      campaign: {
        campaign_name: EXAMPLE_CAMPAIGN.campaign_name,
        campaign_type: 'SMART',
        daily_budget_micros: EXAMPLE_CAMPAIGN.daily_budget_micros,
        landing_page: EXAMPLE_CAMPAIGN.landing_page,
        business_name: EXAMPLE_CAMPAIGN.business_name,
        keyword_themes: EXAMPLE_CAMPAIGN.keyword_themes,
        geo_targets: EXAMPLE_CAMPAIGN.geo_targets,
      },
      timezone: 'America/New_York',
    },
    answer: { account: ACCOUNT, campaign: EXAMPLE_CAMPAIGN },
  },
})
