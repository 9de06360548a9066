/** The company advertises its shop, where tracking works, and has just begun with the visits of its crews. */
const SHOP = 'app_demo_storefront'
const VISITS = 'app_demo_field_visits'
const NETHERLANDS = 'geoTargetConstants/2528'
const BELGIUM = 'geoTargetConstants/2056'
const GERMANY = 'geoTargetConstants/2276'
const GDANSK = 'geoTargetConstants/1003099434'

/** The tag of the shop's account, and what it calls two of its goals; the shop's code has them, too. */
export const SHOP_TAG = {
  conversion_id: 'AW-9019938486',
  purchase: 'DqQMmGBnXM3bRmgdbzl',
  quote: 'H0guLOEqvI1gLxfsDI5',
}

export function demoAdAccounts(acceptedBy: string) {
  return [
    {
      id: 'ada_demo_shop',
      app_id: SHOP,
      status: 'ACTIVE',
      account_name: 'Storefront',
      currency_code: 'EUR',
      timezone: 'Europe/Amsterdam',
      platform_customer_id: '4820157396',
      terms_accepted_date: 'now-260d',
      terms_accepted_by: acceptedBy,
      tracking_verified_date: 'now-256d',
      goals: Object.entries(GOALS).map(([category, name]) => ({
        ...{ category, name: `Storefront – ${name}`, created_date: 'now-258d' },
      })),
      created_date: 'now-260d',
    },
    {
      id: 'ada_demo_visits',
      app_id: VISITS,
      status: 'ACTIVE',
      account_name: 'Field visits',
      currency_code: 'PLN',
      timezone: 'Europe/Warsaw',
      platform_customer_id: '7316640928',
      created_date: 'now-4d',
    },
  ]
}

const GOALS = {
  PURCHASE: 'Purchase',
  ADD_TO_CART: 'Add to cart',
  BEGIN_CHECKOUT: 'Begin checkout',
  SIGNUP: 'Sign-up',
  SUBMIT_LEAD_FORM: 'Lead form',
  CONTACT: 'Contact',
  REQUEST_QUOTE: 'Quote request',
  BOOK_APPOINTMENT: 'Appointment',
  SUBSCRIBE_PAID: 'Paid subscription',
  PHONE_CALL_LEAD: 'Phone call',
}

export function demoAdCampaigns() {
  return CAMPAIGNS.map(({ key, ...campaign }, place) => ({
    id: `cmp_demo_${key}`,
    app_id: SHOP,
    platform_campaign_id: `218047${53_100 + place * 17}`,
    landing_page: 'https://shop.example.com/',
    business_name: 'Harbour & Pine',
    business_description: 'Tables, beds and sofas of oak, walnut and linen, made in Rotterdam and Gdańsk.',
    language_code: 'en',
    contains_eu_political_advertising: false,
    ...campaign,
  }))
}

const LOGO = 'https://shop.example.com/brand/logo.png'
const TEXTS = [
  { field_type: 'HEADLINE', value: 'Tables that outlive trends' },
  { field_type: 'HEADLINE', value: 'Made in Rotterdam' },
  { field_type: 'HEADLINE', value: 'Delivered by our own crews' },
  {
    field_type: 'LONG_HEADLINE',
    value: 'Oak, walnut and linen furniture, made to order and delivered to your room',
  },
  {
    field_type: 'DESCRIPTION',
    value: 'Solid oak and walnut, oiled by hand. Thirty days to change your mind.',
  },
  { field_type: 'DESCRIPTION', value: 'Our crews carry it up, set it up and take the old one along.' },
]

const CAMPAIGNS = [
  {
    key: 'oak_tables',
    campaign_name: 'Oak tables, Netherlands',
    campaign_type: 'SMART',
    status: 'ENABLED',
    daily_budget_micros: 40_000_000,
    landing_page: 'https://shop.example.com/tables',
    keyword_themes: ['oak dining table', 'solid wood table'],
    geo_targets: [NETHERLANDS],
    phone_number: '+31105550142',
    phone_country_code: 'NL',
    created_date: 'now-250d',
  },
  {
    key: 'catalogue',
    campaign_name: 'Whole catalogue, three countries',
    campaign_type: 'PERFORMANCE_MAX',
    status: 'ENABLED',
    daily_budget_micros: 60_000_000,
    search_themes: ['solid wood furniture', 'oak dining table', 'walnut table', 'linen sofa', 'oak bed'],
    geo_targets: [NETHERLANDS, BELGIUM, GERMANY],
    logo_url: LOGO,
    assets: TEXTS,
    created_date: 'now-197d',
  },
  {
    key: 'benches',
    campaign_name: 'Garden benches, summer',
    campaign_type: 'SMART',
    status: 'PAUSED',
    pause_reason: 'user',
    daily_budget_micros: 18_000_000,
    landing_page: 'https://shop.example.com/benches',
    keyword_themes: ['garden bench', 'outdoor bench oak'],
    geo_targets: [NETHERLANDS, BELGIUM],
    created_date: 'now-140d',
    updated_date: 'now-18d',
  },
  {
    key: 'sofas',
    campaign_name: 'Linen sofas, autumn',
    campaign_type: 'PERFORMANCE_MAX',
    status: 'ENABLED',
    daily_budget_micros: 25_000_000,
    landing_page: 'https://shop.example.com/sofas',
    search_themes: ['linen sofa'],
    geo_targets: [NETHERLANDS],
    logo_url: LOGO,
    assets: TEXTS,
    created_date: 'now-5d',
  },
  {
    key: 'opening',
    campaign_name: 'Opening of the Antwerp showroom',
    campaign_type: 'SMART',
    status: 'REMOVED',
    daily_budget_micros: 22_000_000,
    landing_page: 'https://shop.example.com/antwerp',
    keyword_themes: ['furniture showroom antwerp'],
    geo_targets: [BELGIUM],
    created_date: 'now-90d',
    updated_date: 'now-41d',
  },
  {
    key: 'fitting',
    app_id: VISITS,
    campaign_name: 'Fitted shelves, Gdańsk',
    campaign_type: 'SMART',
    status: 'PAUSED',
    pause_reason: 'tracking_pending',
    daily_budget_micros: 60_000_000,
    landing_page: 'https://visits.example.com/',
    keyword_themes: ['fitted shelves', 'shelf installation'],
    geo_targets: [GDANSK],
    created_date: 'now-3d',
  },
]

export function demoConversionMappings() {
  const mapping = { app_id: SHOP, event: 'create', created_date: 'now-256d' }
  return [
    { id: 'cmap_demo_purchase', ...mapping, entity_name: 'Purchase', conversion_type: 'PURCHASE' },
    { id: 'cmap_demo_quote', ...mapping, entity_name: 'QuoteRequest', conversion_type: 'REQUEST_QUOTE' },
    {
      ...{ id: 'cmap_demo_basket', ...mapping, entity_name: 'Basket', conversion_type: 'ADD_TO_CART' },
      ...{ is_enabled: false, updated_date: 'now-60d' },
    },
  ]
}
