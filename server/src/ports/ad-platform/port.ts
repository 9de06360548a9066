/**
 * Runs advertising somewhere else, for money. Nothing is thrown for what the platform or the network does: every call
 * answers an outcome, because a caller that spends money has to tell "refused" from "perhaps done".
 */
export interface AdPlatform {
  /** Accounts of one kind mean nothing to the other. */
  readonly kind: AdPlatformKind
  /** What campaigns can be made of here. */
  readonly creatable_types: readonly CampaignType[]
  /** What a campaign may spend a day; null for a currency in which no account can be opened. */
  budgetBounds(currencyCode: string, type: CampaignType): BudgetBounds | null
  /** Where campaigns can be shown; null: it takes the places of our catalog. */
  readonly places: AdPlaces | null

  // Changes: each is sent at most once, never again by itself.

  /** Currency and time zone stay for ever. A reference that has an account gets that one, no second. */
  createAccount(account: NewAccount): Promise<Written<PlatformAccount>>
  /** Paused, so that nothing is spent yet. A reference that has a living campaign gets that one, no second. */
  createCampaign(customerId: string, campaign: NewCampaign): Promise<Written<PlatformCampaign>>
  /** Also when it has that status already. */
  setCampaignStatus(
    customerId: string,
    campaignId: string,
    status: 'ENABLED' | 'PAUSED',
  ): Promise<Written<PlatformCampaign>>
  updateCampaign(
    customerId: string,
    campaignId: string,
    changes: CampaignChanges,
  ): Promise<Written<PlatformCampaign>>
  /** For ever; its figures stay. Also when it is removed already. */
  removeCampaign(customerId: string, campaignId: string): Promise<Written<PlatformCampaign>>
  /** Adds what the campaign does not have yet; returns the rows of all that were named. */
  addAssets(
    customerId: string,
    campaignId: string,
    assets: readonly NewAsset[],
  ): Promise<Written<PlatformAsset[]>>
  /** Makes the goals of categories that have none; returns one for each category. */
  ensureGoals(customerId: string, goals: readonly NewGoal[]): Promise<Written<ConversionGoal[]>>

  // Reads.

  findAccount(reference: string): Promise<Read<PlatformAccount | null>>
  readAccount(customerId: string): Promise<Read<PlatformAccount | null>>
  /** The living one; else the one that was removed last. */
  findCampaign(customerId: string, reference: string): Promise<Read<PlatformCampaign | null>>
  /** Oldest first, also removed ones; null stands for all. */
  readCampaigns(customerId: string, campaignIds: readonly string[] | null): Promise<Read<PlatformCampaign[]>>
  /** Days are those of the account's time zone; those without any impression are left out. */
  performance(customerId: string, range: PerformanceRange): Promise<Read<DayFigures[]>>
  /** What people searched, for all campaigns of a type: most impressions first. */
  searchTerms(customerId: string, type: CampaignType, range: TermRange): Promise<Read<TermFigures[]>>
  listGoals(customerId: string): Promise<Read<ConversionGoal[]>>
  /** The tag for every page, such as AW-1234567890; null until it is published. */
  accountTag(customerId: string): Promise<Read<string | null>>
  listAssets(customerId: string, campaignId: string): Promise<Read<PlatformAsset[]>>
}

export type AdPlatformKind = 'sandbox' | 'google'

/** The platform's own places. Countries have the same resource names everywhere. */
export interface AdPlaces {
  /** Best first. The text is not empty, the country is two letters. */
  search(search: PlaceSearch): Promise<Read<FoundPlace[]>>
  /** One for each resource name; null for those that are no place. */
  find(resourceNames: readonly string[]): Promise<Read<(FoundPlace | null)[]>>
}

export interface PlaceSearch {
  text: string
  /** Null: everywhere. */
  country_code: string | null
  limit: number
}

export interface FoundPlace {
  resource_name: string
  name: string
  /** With region and country. */
  canonical_name: string
  country_code: string
  target_type: 'City' | 'Region' | 'Country'
  /** About how many people can be reached there; 0 where nobody has counted. */
  reach: number
}

export type CampaignType = 'SMART' | 'PERFORMANCE_MAX'
export type CampaignStatus = 'ENABLED' | 'PAUSED' | 'REMOVED'

export type Read<T> = Done<T> | Unavailable
export type Written<T> = Done<T> | Rejected | Unavailable | Unknown

export interface Done<T> {
  outcome: 'done'
  value: T
}

/** Nothing changed; sending the same again would be refused again. */
export interface Rejected {
  outcome: 'rejected'
  reasons: readonly RejectionReason[]
}

export interface RejectionReason {
  /** The platform's own word, such as CampaignBudgetError.MONEY_AMOUNT_TOO_LARGE. */
  code: string
  message: string
  /** Which of our fields it is about, if it is about one. */
  field?: string
}

/** Surely nothing changed. The message is for the log. */
export interface Unavailable {
  outcome: 'unavailable'
  message: string
}

/** It was sent and the answer is lost: done or not, only a later read can tell. */
export interface Unknown {
  outcome: 'unknown'
  message: string
}

export interface BudgetBounds {
  min_micros: number
  max_micros: number
  /** Every amount is a multiple of it. */
  unit_micros: number
}

export interface NewAccount {
  /** Ours, unique; an account is found by it when the answer was lost. */
  reference: string
  name: string
  currency_code: string
  time_zone: string
}

export interface PlatformAccount extends NewAccount {
  customer_id: string
  status: 'ENABLED' | 'SUSPENDED' | 'CANCELED' | 'CLOSED'
  /** Null where the platform does not report. */
  created_date: Date | null
}

export interface CampaignSettings {
  name: string
  daily_budget_micros: number
  landing_page: string
  business_name: string
  business_description: string
  keyword_themes: readonly string[]
  search_themes: readonly string[]
  /** Resource names of places; none at all: everywhere. */
  geo_targets: readonly string[]
  language_code: string
  phone_number: string | null
  phone_country_code: string | null
  logo_url: string | null
  assets: readonly NewAsset[]
  /** Null: nobody has said. */
  contains_eu_political_advertising: boolean | null
}

export interface NewCampaign extends CampaignSettings {
  /** Ours, unique among the living of an account; a campaign is found by it when the answer was lost. */
  reference: string
  campaign_type: CampaignType
}

export type CampaignChanges = Partial<CampaignSettings>

/** Of its settings what the platform reports: the rest is known to who created it. */
export interface PlatformCampaign extends Partial<CampaignSettings> {
  reference: string
  campaign_type: CampaignType
  name: string
  daily_budget_micros: number
  campaign_id: string
  resource_name: string
  status: CampaignStatus
  review_status: string
  serving_status: string
  primary_status: string
  primary_status_reasons: readonly string[]
  /** Until then figures say little. */
  learning_ends_at: Date
  created_date: Date
}

export type AssetField =
  | 'HEADLINE'
  | 'LONG_HEADLINE'
  | 'DESCRIPTION'
  | 'BUSINESS_NAME'
  | 'LOGO'
  | 'MARKETING_IMAGE'
  | 'SQUARE_MARKETING_IMAGE'

/** A text, or the address of an image. */
export interface NewAsset {
  field_type: AssetField
  value: string
}

export interface PlatformAsset {
  asset_id: string
  resource_name: string
  asset_type: 'TEXT' | 'IMAGE'
  field_type: AssetField
  text: string | null
  url: string | null
  status: 'ENABLED' | 'PAUSED' | 'REMOVED'
  primary_status: string
  review_status: string
  source: 'ADVERTISER' | 'AUTOMATICALLY_CREATED'
}

export type GoalCategory =
  | 'PURCHASE'
  | 'ADD_TO_CART'
  | 'BEGIN_CHECKOUT'
  | 'SIGNUP'
  | 'SUBMIT_LEAD_FORM'
  | 'CONTACT'
  | 'REQUEST_QUOTE'
  | 'BOOK_APPOINTMENT'
  | 'SUBSCRIBE_PAID'
  | 'PHONE_CALL_LEAD'

export interface NewGoal {
  name: string
  category: GoalCategory
}

export interface ConversionGoal extends NewGoal {
  goal_id: string
  resource_name: string
  counting: 'ONE_PER_CLICK' | 'MANY_PER_CLICK'
  /** Published some time after the goal was made. */
  tag: { conversion_id: string; label: string } | null
  /** Null where the platform does not report. */
  created_date: Date | null
}

/** Calendar days such as 2026-11-18, both inside. */
export interface DayRange {
  from: string
  to: string
}

export interface PerformanceRange extends DayRange {
  /** Null stands for all. */
  campaign_ids: readonly string[] | null
}

export interface TermRange extends DayRange {
  limit: number
}

export interface Figures {
  impressions: number
  clicks: number
  cost_micros: number
  conversions: number
}

export interface DayFigures extends Figures {
  campaign_id: string
  date: string
}

export interface TermFigures extends Figures {
  campaign_id: string
  search_term: string
}

/** A campaign of an archive, with all of its past. */
export interface AdoptedCampaign {
  customer_id: string
  campaign_id: string
  reference: string
  campaign_type: CampaignType
  created_date: Date
  /** Oldest first; there is always one. */
  history: readonly [CampaignMoment, ...CampaignMoment[]]
}

/** What held from then on. */
export interface CampaignMoment {
  date: Date
  status: CampaignStatus
  settings: CampaignSettings
}

export interface AdoptedGoal extends NewGoal {
  customer_id: string
  created_date: Date
}
