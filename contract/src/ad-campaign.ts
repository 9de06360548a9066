/** What a campaign is: as it is asked for, and as it is shown. */
import { type Static, Type } from 'typebox'
import { perMinute } from './operation.ts'
import { Described, Id, Nullable, OneOf, Timestamp } from './shared.ts'

export const CAMPAIGN_TYPES = ['SMART', 'PERFORMANCE_MAX'] as const
export const MAX_BUSINESS_NAME = 25
export const MAX_THEMES = 10
export const MAX_GEO_TARGETS = 100

export const CAMPAIGNS = '/api/apps/{app_id}/ads-platform/campaigns'
export const OfApp = Type.Object({ app_id: Id })
export const OfCampaign = Type.Object({
  app_id: Id,
  campaign_id: Described(Id, 'The service’s `id`, not platform_campaign_id'),
})
export const REACH = ['app_not_found', 'editor_required'] as const
/** Why no campaign comes of a draft. */
export const LAUNCH_REFUSALS = [
  ...REACH,
  'asset_not_found',
  'campaign_type_not_available',
  'logo_required',
  'budget_out_of_range',
  'business_name_too_long',
  'eu_political_declaration_required',
  'rejected_by_platform',
  'payment_method_required',
  'already_launched',
  'launch_in_progress',
  'outcome_unknown',
  'billing_hold',
  'account_suspended',
  'campaign_limit_reached',
  'payment_provider_unavailable',
  'ad_platform_unavailable',
] as const

export const READ_CAMPAIGNS = perMinute(300, 'caller+app')
export const CHANGE_CAMPAIGN = perMinute(120, 'caller+app', 'campaigns.change')
/** For what goes over all campaigns at once. */
export const RARELY = perMinute(10, 'caller+app')

export const CampaignType = OneOf(CAMPAIGN_TYPES)
export const CampaignStatus = OneOf(['ENABLED', 'PAUSED', 'REMOVED'])

/** Each field that can be asked for; the changes of a campaign take the same. */
export const campaignFields = {
  campaign_name: Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$',
    description: 'Name of the campaign.',
  }),
  daily_budget_micros: Type.Integer({
    description: 'Micros of the currency of the account; `campaigns.budget_bounds` has the range.',
  }),
  landing_page: Type.String({
    maxLength: 2048,
    pattern: '^https://[^\\s/?#@]+([/?#]\\S*)?$',
    description: 'The landing_page of the launch-readiness read.',
  }),
  themes: Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), {
    maxItems: MAX_THEMES,
    description: `At most ${MAX_THEMES}, each at most 80 characters.`,
  }),
  geo_targets: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    maxItems: MAX_GEO_TARGETS,
    description: '`resource_name`s of `ads.search_locations`; none: everywhere.',
  }),
  headlines: texts(15, 30, 'Headlines.'),
  long_headlines: texts(5, 90, 'Long headlines.'),
  descriptions: texts(5, 90, 'Descriptions.'),
  contains_eu_political_advertising: Type.Unsafe<PoliticalDeclaration>({
    enum: [
      true,
      false,
      'CONTAINS_EU_POLITICAL_ADVERTISING',
      'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      null,
    ],
    description: 'Needed when the campaign can be seen in the European Union; null: nobody has said.',
  }),
}

export type PoliticalDeclaration =
  | boolean
  | 'CONTAINS_EU_POLITICAL_ADVERTISING'
  | 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'
  | null

/** What launching and creating take. */
export const CampaignInput = Type.Object(
  {
    campaign_name: campaignFields.campaign_name,
    campaign_type: Described(
      CampaignType,
      'Type of campaign; launch readiness lists those that can be created.',
    ),
    daily_budget_micros: campaignFields.daily_budget_micros,
    landing_page: campaignFields.landing_page,
    // Spec: launch, rule 2. Its length is a check of the launch (400), not of the form.
    business_name: Type.String({
      minLength: 1,
      pattern: '\\S',
      description: `At most ${MAX_BUSINESS_NAME} characters, else 400 \`business_name_too_long\`.`,
    }),
    business_description: Type.Optional(
      Type.String({ maxLength: 2000, default: '', description: 'What the business offers.' }),
    ),
    keyword_themes: Type.Optional(campaignFields.themes),
    search_themes: Type.Optional(campaignFields.themes),
    geo_targets: Type.Optional(campaignFields.geo_targets),
    language_code: Type.Optional(
      Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z]{2,4})?$', default: 'en', description: 'Such as `en`.' }),
    ),
    phone_number: Type.Optional(
      Nullable(Type.String({ pattern: '^\\+[1-9]\\d{6,14}$', description: 'E.164.' })),
    ),
    phone_country_code: Type.Optional(
      Nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' })),
    ),
    logo_url: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 2048,
          pattern: '^(https://[^\\s/?#@]+([/?#]\\S*)?)?$',
          description: 'Needed for PERFORMANCE_MAX; empty and null mean none.',
        }),
      ),
    ),
    headlines: Type.Optional(campaignFields.headlines),
    long_headlines: Type.Optional(campaignFields.long_headlines),
    descriptions: Type.Optional(campaignFields.descriptions),
    asset_ids: Type.Optional(Type.Array(Id, { maxItems: 50, description: 'Generated assets to use.' })),
    contains_eu_political_advertising: Type.Optional(campaignFields.contains_eu_political_advertising),
    draft_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'What it was drafted as: one draft becomes one campaign, however often it is sent. Without it the content decides.',
      }),
    ),
  },
  { $id: 'CampaignInput', description: 'The campaign to create.' },
)
export type CampaignInput = Static<typeof CampaignInput>

export const CampaignFigures = Type.Object(
  {
    impressions: Type.Integer(),
    clicks: Type.Integer(),
    cost_micros: Type.Integer({ description: 'Micros of the currency of the account.' }),
    conversions: Type.Number(),
  },
  { $id: 'CampaignFigures' },
)

export const AdCampaign = Type.Object(
  {
    id: Described(Id, 'The service’s own campaign ID, used in paths.'),
    platform_campaign_id: Type.String({
      description: 'The ad platform’s ID, reported separately from id.',
    }),
    campaign_name: Type.String({ description: 'Name of the campaign.' }),
    campaign_type: Described(CampaignType, 'Type of campaign.'),
    status: Described(CampaignStatus, '`REMOVED` for a deleted campaign.'),
    pause_reason: Nullable(
      OneOf(['tracking_pending', 'user'], {
        description: '`tracking_pending`: it starts by itself as soon as conversion tracking is verified.',
      }),
    ),
    unsettled: Nullable(
      OneOf(['pause', 'resume', 'delete', 'update'], {
        description: 'A change that was sent and whose outcome is not known yet.',
      }),
    ),
    daily_budget_micros: Type.Integer({ description: 'Micros of the account currency.' }),
    landing_page: Type.String({ description: 'URL that ads lead to.' }),
    business_name: Type.String({ description: 'Business in the ads.' }),
    business_description: Type.String({ description: 'What the business offers.' }),
    keyword_themes: Type.Array(Type.String(), { description: 'Keyword themes of a smart campaign.' }),
    search_themes: Type.Array(Type.String(), { description: 'Search themes of a Performance Max campaign.' }),
    geo_targets: Type.Array(Type.String(), { description: 'Location IDs.' }),
    language_code: Type.String({ description: 'Language of the ads, such as `en`.' }),
    phone_number: Type.String({ description: 'Empty when there is none.' }),
    phone_country_code: Type.String({ description: 'Empty when there is none.' }),
    logo_url: Nullable(Type.String({ description: 'Logo in the ads; null when none.' })),
    headlines: Type.Array(Type.String(), { description: 'Headlines.' }),
    long_headlines: Type.Array(Type.String(), { description: 'Long headlines.' }),
    descriptions: Type.Array(Type.String(), { description: 'Descriptions.' }),
    contains_eu_political_advertising: Nullable(
      Type.Boolean({ description: 'EU political-advertising declaration; null when none was made.' }),
    ),
    review_status: Type.String({ description: 'Review by the ad platform.' }),
    serving_status: Type.String({ description: 'Whether the ad platform serves it.' }),
    primary_status: Type.String({ description: 'The ad platform’s summary of the state.' }),
    primary_status_reasons: Type.Array(Type.String(), { description: 'Reasons for primary_status.' }),
    learning_ends_at: Nullable(Described(Timestamp, 'When the learning phase ends; null when not known.')),
    created_date: Described(Timestamp, 'When it was created.'),
    updated_date: Described(Timestamp, 'When it last changed.'),
  },
  { $id: 'AdCampaign', description: 'An advertising campaign.' },
)

export const EXAMPLE_CAMPAIGN = {
  id: 'cmp_06bcz0k3v4n8q1t5w7x9y2a3b4',
  platform_campaign_id: '21034567890',
  campaign_name: 'Tables in the north',
  campaign_type: 'SMART',
  status: 'ENABLED',
  pause_reason: null,
  unsettled: null,
  daily_budget_micros: 15_000_000,
  landing_page: 'https://tables.example.com/',
  business_name: 'Northern Tables',
  business_description: 'Tables of oak, made to measure.',
  keyword_themes: ['oak table'],
  search_themes: [],
  geo_targets: ['geoTargetConstants/2840'],
  language_code: 'en',
  phone_number: '+14155550123',
  phone_country_code: 'US',
  logo_url: null,
  headlines: [],
  long_headlines: [],
  descriptions: [],
  contains_eu_political_advertising: null,
  review_status: 'REVIEWED',
  serving_status: 'SERVING',
  primary_status: 'LEARNING',
  primary_status_reasons: ['BIDDING_STRATEGY_LEARNING'],
  learning_ends_at: '2026-11-22T09:30:00.000Z',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

function texts(most: number, longest: number, description: string) {
  return Type.Array(Type.String({ minLength: 1, maxLength: longest, pattern: '\\S' }), {
    maxItems: most,
    description,
  })
}
