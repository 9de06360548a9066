/** The fields of Google Ads v26 that may be asked for, by the resource that is asked. */
const CAMPAIGN = [
  ...['id', 'resource_name', 'name', 'status', 'serving_status', 'primary_status', 'primary_status_reasons'],
  ...['advertising_channel_type', 'start_date_time', 'contains_eu_political_advertising', 'campaign_budget'],
].map((name) => `campaign.${name}`)
const METRICS = ['impressions', 'clicks', 'cost_micros'].map((name) => `metrics.${name}`)
const ASSET = [
  ...['id', 'resource_name', 'name', 'type', 'text_asset.text', 'image_asset.full_size.url'],
  'policy_summary.review_status',
].map((name) => `asset.${name}`)
const LINK = ['resource_name', 'field_type', 'status', 'primary_status', 'source', 'asset']

const of = (resource: string, names: readonly string[]) => names.map((name) => `${resource}.${name}`)

export const FIELDS: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    customer: of('customer', [
      ...['id', 'time_zone', 'currency_code', 'descriptive_name', 'status'],
      'conversion_tracking_setting.conversion_tracking_id',
      'conversion_tracking_setting.cross_account_conversion_tracking_id',
    ]),
    customer_client: of('customer_client', [
      ...['id', 'descriptive_name', 'currency_code', 'time_zone', 'status', 'level', 'manager'],
    ]),
    campaign: [
      ...CAMPAIGN,
      ...METRICS,
      ...['metrics.conversions', 'segments.date', 'campaign_budget.amount_micros', 'customer.time_zone'],
    ],
    campaign_criterion: [
      ...CAMPAIGN,
      ...of('campaign_criterion', [
        ...[
          'resource_name',
          'type',
          'negative',
          'location.geo_target_constant',
          'language.language_constant',
        ],
        ...['keyword_theme.free_form_keyword_theme', 'keyword_theme.keyword_theme_constant'],
      ]),
    ],
    campaign_asset: [...CAMPAIGN, ...ASSET, ...of('campaign_asset', LINK)],
    asset_group_asset: [
      ...CAMPAIGN,
      ...ASSET,
      ...of('asset_group_asset', [...LINK, 'policy_summary.review_status']),
    ],
    asset_group: [...CAMPAIGN, ...of('asset_group', ['id', 'resource_name', 'name', 'status', 'final_urls'])],
    asset_group_signal: [...CAMPAIGN, ...of('asset_group_signal', ['resource_name', 'search_theme.text'])],
    conversion_action: of('conversion_action', [
      ...['id', 'resource_name', 'name', 'category', 'counting_type', 'tag_snippets', 'status', 'type'],
    ]),
    smart_campaign_search_term_view: [
      ...[...CAMPAIGN, ...METRICS, 'segments.date', 'smart_campaign_search_term_view.search_term'],
    ],
    campaign_search_term_view: [
      ...[...CAMPAIGN, ...METRICS, 'metrics.conversions', 'segments.date'],
      'campaign_search_term_view.search_term',
    ],
    geo_target_constant: of('geo_target_constant', [
      ...['id', 'resource_name', 'name', 'canonical_name', 'country_code', 'target_type', 'status'],
    ]),
  }).map(([resource, names]) => [resource, new Set(names)]),
)
