/** A campaign on its way through the wizard: what was entered, what is still wrong with it, what is sent. */
import type { AdLocation, CampaignInput } from '@atrium/sdk'
import { fill } from '../../../language/fill.ts'
import { microsOf } from '../../../money.ts'
import { type CampaignType, reachesEu } from '../campaign-rules.ts'
import { words } from './words.ts'

export type Place = Pick<AdLocation, 'resource_name' | 'canonical_name' | 'country_code' | 'reach'>

export interface LaunchDraft {
  /** One for the whole wizard: however often it is sent, it becomes one campaign. */
  draft_id: string
  campaign_type: CampaignType | null
  campaign_name: string
  business_name: string
  business_description: string
  landing_page: string
  logo_url: string
  language_code: string
  phone_number: string
  phone_country_code: string
  keyword_themes: readonly string[]
  search_themes: readonly string[]
  headlines: readonly string[]
  long_headlines: readonly string[]
  descriptions: readonly string[]
  where: 'chosen' | 'everywhere'
  places: readonly Place[]
  /** A day, in units of the currency. */
  budget: number | null
  is_political: boolean | null
  /** Of the account, if this launch opens it. */
  timezone: string
}

export const STEPS = ['type', 'business', 'places', 'budget', 'eu', 'review'] as const
export type Step = (typeof STEPS)[number]

export type Faults = Record<string, string>

/** What the readiness says of budgets and names. */
export interface LaunchBounds {
  budget: Record<CampaignType, { min_micros: number; max_micros: number; unit_micros: number }>
  business_name_max_length: number
  creatable_campaign_types: readonly CampaignType[]
}

export function newDraft(landingPage: string | null, timezone: string): LaunchDraft {
  return {
    draft_id: randomId(),
    campaign_type: null,
    campaign_name: '',
    business_name: '',
    business_description: '',
    landing_page: landingPage ?? '',
    logo_url: '',
    language_code: 'en',
    phone_number: '',
    phone_country_code: '',
    keyword_themes: [],
    search_themes: [],
    headlines: [],
    long_headlines: [],
    descriptions: [],
    where: 'chosen',
    places: [],
    budget: null,
    is_political: null,
    timezone,
  }
}

/** The declaration is asked for only where the EU can be reached. */
export function stepsOf(draft: LaunchDraft): Step[] {
  return STEPS.filter((step) => step !== 'eu' || needsDeclaration(draft))
}

export function needsDeclaration({ where, places }: LaunchDraft): boolean {
  return where === 'everywhere' || (places.length > 0 && reachesEu(places))
}

/** The first step that is not done yet; `review` when all are. */
export function openStep(draft: LaunchDraft, bounds: LaunchBounds): Step {
  return stepsOf(draft).find((step) => Object.keys(faultsIn(draft, step, bounds)).length > 0) ?? 'review'
}

/** What is wrong in a step, by field. The server looks again. */
export function faultsIn(draft: LaunchDraft, step: Step, bounds: LaunchBounds): Faults {
  const faults: Faults = {}
  const { campaign_type } = draft
  const isPerformance = campaign_type === 'PERFORMANCE_MAX'
  if (step === 'type' && (!campaign_type || !bounds.creatable_campaign_types.includes(campaign_type))) {
    faults.campaign_type = words.chooseOne
  }
  if (step === 'business') {
    for (const field of ['campaign_name', 'business_name', 'landing_page'] as const) {
      if (draft[field].trim() === '') faults[field] = NEEDED
    }
    if (lettersIn(draft.business_name) > bounds.business_name_max_length) {
      faults.business_name = fill(words.atMostBusinessNameMaxLengthLetters, {
        businessNameMaxLength: bounds.business_name_max_length,
      })
    }
    if (draft.landing_page.trim() && !isWebAddress(draft.landing_page)) faults.landing_page = HTTPS
    if (isPerformance && draft.logo_url.trim() === '') faults.logo_url = words.aPerformanceCampaignNeeds
    if (draft.logo_url.trim() && !isWebAddress(draft.logo_url)) faults.logo_url = HTTPS
    if (!isPerformance && draft.keyword_themes.length === 0) faults.keyword_themes = words.addAtLeastOne
    if (draft.phone_number.trim() && !/^\+[1-9]\d{6,14}$/.test(phoneOf(draft))) {
      faults.phone_number = words.beginWithAndThe
    }
    for (const { field, most, longest } of TEXTS)
      Object.assign(faults, textFaults(draft[field], field, most, longest))
  }
  if (step === 'places' && draft.where === 'chosen' && draft.places.length === 0) {
    faults.geo_targets = words.addAPlaceOr
  }
  if (step === 'budget' && campaign_type) {
    const fault = budgetFault(draft.budget, bounds.budget[campaign_type])
    if (fault) faults.daily_budget_micros = fault
  }
  if (step === 'eu' && draft.is_political === null) {
    faults.contains_eu_political_advertising = words.chooseOneOfThe
  }
  return faults
}

const FAULT_NAMES: Partial<Record<keyof LaunchDraft, string>> = {
  places: 'geo_targets',
  where: 'geo_targets',
  budget: 'daily_budget_micros',
  is_political: 'contains_eu_political_advertising',
}

/** What was changed is no longer what was refused; another type asks for other things. The same object if none goes. */
export function withoutFaultsOf(faults: Faults, changes: Partial<LaunchDraft>): Faults {
  const names = Object.keys(changes).map((key) => FAULT_NAMES[key as keyof LaunchDraft] ?? key)
  const left = Object.entries(faults).filter(
    ([name]) => !names.includes('campaign_type') && !names.includes(name),
  )
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left)
}

/** What a day's budget breaks, in words without amounts: they stand next to the field. */
export function budgetFault(
  units: number | null,
  { min_micros, max_micros, unit_micros }: LaunchBounds['budget'][CampaignType],
): string | null {
  if (units === null || Number.isNaN(units)) return NEEDED
  const micros = microsOf(units)
  if (micros < min_micros) return words.thisIsLessThan
  if (micros > max_micros) return words.thisIsMoreThan
  return micros % unit_micros === 0 ? null : words.thisHasMoreDecimals
}

/** As the operation takes it; what does not fit the type is left out. */
export function campaignInput(draft: LaunchDraft): CampaignInput {
  const isPerformance = draft.campaign_type === 'PERFORMANCE_MAX'
  return {
    draft_id: draft.draft_id,
    campaign_type: draft.campaign_type ?? 'SMART',
    campaign_name: draft.campaign_name.trim(),
    daily_budget_micros: microsOf(draft.budget ?? 0),
    landing_page: draft.landing_page.trim(),
    business_name: draft.business_name.trim(),
    business_description: draft.business_description.trim(),
    language_code: draft.language_code,
    ...(isPerformance
      ? { search_themes: [...draft.search_themes] }
      : { keyword_themes: [...draft.keyword_themes] }),
    geo_targets: draft.where === 'chosen' ? draft.places.map(({ resource_name }) => resource_name) : [],
    ...(draft.phone_number.trim() && {
      phone_number: phoneOf(draft),
      ...(draft.phone_country_code && { phone_country_code: draft.phone_country_code }),
    }),
    ...(draft.logo_url.trim() && { logo_url: draft.logo_url.trim() }),
    ...(draft.headlines.length > 0 && { headlines: [...draft.headlines] }),
    ...(isPerformance && draft.long_headlines.length > 0 && { long_headlines: [...draft.long_headlines] }),
    ...(draft.descriptions.length > 0 && { descriptions: [...draft.descriptions] }),
    ...(needsDeclaration(draft) && { contains_eu_political_advertising: draft.is_political }),
  }
}

export const TEXTS = [
  { field: 'headlines', label: words.headlines, most: 15, longest: 30 },
  { field: 'long_headlines', label: words.longHeadlines, most: 5, longest: 90 },
  { field: 'descriptions', label: words.descriptions, most: 5, longest: 90 },
] as const

/** One a line, blank ones left out. */
export function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export function textFaults(lines: readonly string[], field: string, most: number, longest: number): Faults {
  const long = lines.find((line) => lettersIn(line) > longest)
  if (long) return { [field]: fill(words.longHasMoreThan, { long, longest }) }
  return lines.length > most ? { [field]: fill(words.atMostMostLines, { most }) } : {}
}

const NEEDED = words.thisIsNeeded
const HTTPS = words.giveAnAddressThat

/** As the server counts: an emoji or a Hebrew letter is one. */
export const lettersIn = (text: string) => [...text.trim().normalize('NFC')].length

const isWebAddress = (text: string) => /^https:\/\/[^\s/?#@]+([/?#]\S*)?$/.test(text.trim())

/** People write numbers with blanks and brackets. */
const phoneOf = ({ phone_number }: LaunchDraft) => phone_number.replace(/[\s().-]/g, '')

/** Not crypto.randomUUID, which browsers keep for https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
