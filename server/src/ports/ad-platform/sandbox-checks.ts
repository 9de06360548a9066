/** What the sandbox does not take, as the large platforms do not. It looks at the words only and calls nobody. */
import { isTimeZone } from '../../platform/time/local-days.ts'
import { budgetBounds, currencyFactor } from './budget-bounds.ts'
import type {
  AssetField,
  CampaignSettings,
  CampaignType,
  NewAccount,
  NewAsset,
  RejectionReason,
} from './port.ts'
import { type FindPlace, mayReachEu } from './sandbox-places.ts'

export function checkAccount({ name, currency_code, time_zone }: NewAccount): RejectionReason[] {
  return found([
    isText(name, 1, 255)
      ? null
      : reason('StringLengthError.TOO_LONG', 'name', 'The name has 1 to 255 letters.'),
    currencyFactor(currency_code) === null
      ? reason(
          'CurrencyCodeError.UNSUPPORTED',
          'currency_code',
          `No account can be opened in ${currency_code}.`,
        )
      : null,
    isTimeZone(time_zone)
      ? null
      : reason('TimeZoneError.INVALID_TIME_ZONE', 'time_zone', `${time_zone} is no time zone.`),
  ])
}

export interface CampaignPlace {
  type: CampaignType
  currency_code: string
  findPlace: FindPlace
  /** Images below it are ours, and can be read wherever that is; null: no image is. */
  own_address: string | null
}

export function checkCampaign(settings: CampaignSettings, place: CampaignPlace): RejectionReason[] {
  const { type, findPlace, own_address } = place
  return found([
    ...checkTexts(settings),
    ...checkThemes(settings, type),
    checkBudget(settings.daily_budget_micros, place),
    checkLandingPage(settings.landing_page, type),
    checkLogo(settings.logo_url, type, own_address),
    ...checkAssets(settings.assets, own_address),
    ...checkTargets(settings, findPlace),
  ])
}

/** What was so before is not held against a change: an old campaign may lack what a new one needs. */
export function newReasons(
  reasons: readonly RejectionReason[],
  before: readonly RejectionReason[],
): RejectionReason[] {
  const nameOf = (one: RejectionReason) => `${one.code} ${one.field}`
  const known = new Set(before.map(nameOf))
  return reasons.filter((one) => !known.has(nameOf(one)))
}

const FORMATS = ['png', 'jpg', 'jpeg', 'gif']
const LONGEST: Partial<Record<AssetField, number>> = {
  HEADLINE: 30,
  LONG_HEADLINE: 90,
  DESCRIPTION: 90,
  BUSINESS_NAME: 25,
}
const MOST: Record<AssetField, number> = {
  HEADLINE: 15,
  LONG_HEADLINE: 5,
  DESCRIPTION: 5,
  BUSINESS_NAME: 1,
  LOGO: 5,
  MARKETING_IMAGE: 20,
  SQUARE_MARKETING_IMAGE: 20,
}

type Check = RejectionReason | null

function checkTexts({ name, business_name, business_description }: CampaignSettings): Check[] {
  return [
    isText(name, 1, 128) && !/[\0\r\n]/.test(name)
      ? null
      : reason('CampaignError.INVALID_CAMPAIGN_NAME', 'name', 'The name has 1 to 128 letters in one line.'),
    isText(business_name.trim(), 1, 25)
      ? null
      : reason('StringLengthError.TOO_LONG', 'business_name', 'The business name has 1 to 25 letters.'),
    isText(business_description, 0, 2_000)
      ? null
      : reason(
          'StringLengthError.TOO_LONG',
          'business_description',
          'The description has at most 2000 letters.',
        ),
  ]
}

function checkThemes({ keyword_themes, search_themes }: CampaignSettings, type: CampaignType): Check[] {
  const checks: Check[] = Object.entries({ keyword_themes, search_themes }).flatMap(([field, themes]) => [
    themes.length > 10 ? reason('CollectionSizeError.TOO_MANY', field, 'There are at most 10 themes.') : null,
    themes.some((theme) => !isText(theme, 1, 80))
      ? reason('StringLengthError.TOO_LONG', field, 'A theme has 1 to 80 letters.')
      : null,
    themes.some((theme) => theme.trim().split(/\s+/).length > 10)
      ? reason('AssetGroupSignalError.TOO_MANY_WORDS', field, 'A theme has at most 10 words.')
      : null,
  ])
  if (type === 'SMART' && keyword_themes.length === 0)
    checks.push(reason('FieldError.REQUIRED', 'keyword_themes', 'A smart campaign needs a keyword theme.'))
  return checks
}

function checkBudget(micros: number, { currency_code, type }: CampaignPlace): Check {
  const field = 'daily_budget_micros'
  const bounds = budgetBounds(currency_code, type)
  if (bounds === null) return reason('CurrencyCodeError.UNSUPPORTED', field, `${currency_code} is not taken.`)
  const { min_micros, max_micros, unit_micros } = bounds
  if (micros < min_micros)
    return reason('CampaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM', field, `It is at least ${min_micros}.`)
  if (micros > max_micros)
    return reason('CampaignBudgetError.MONEY_AMOUNT_TOO_LARGE', field, `It is at most ${max_micros}.`)
  if (micros % unit_micros === 0) return null
  const code = 'CampaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT'
  return reason(code, field, `It is a multiple of ${unit_micros}.`)
}

function checkLandingPage(address: string, type: CampaignType): Check {
  const host = publicHost(address)
  if (host === 'malformed')
    return reason('UrlFieldError.MALFORMED_URL', 'landing_page', 'The landing page is an https address.')
  if (host !== 'private' && !/(^|\.)uncrawlable\.test$/.test(host)) return null
  const code =
    type === 'SMART' ? 'SmartCampaignError.FINAL_URL_NOT_CRAWLABLE' : 'AssetGroupError.FINAL_URL_INVALID'
  return reason(code, 'landing_page', 'The landing page cannot be read.')
}

function checkLogo(address: string | null, type: CampaignType, own: string | null): Check {
  if (address !== null) return checkImage(address, 'logo_url', own)
  if (type === 'SMART') return null
  return reason('AssetGroupError.NOT_ENOUGH_LOGO_ASSET', 'logo_url', 'A performance campaign needs a logo.')
}

function checkImage(address: string, field: string, own: string | null): Check {
  const host = own !== null && address.startsWith(`${own}/files/`) ? '' : publicHost(address)
  if (host === 'malformed' || host === 'private' || /(^|\.)unfetchable\.test$/.test(host))
    return reason('ImageError.PROBLEM_READING_IMAGE_FILE', field, 'The image cannot be read.')
  const ending = /\.([a-z0-9]+)$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase()
  return ending === undefined || FORMATS.includes(ending)
    ? null
    : reason('ImageError.FORMAT_NOT_ALLOWED', field, `An image is one of ${FORMATS.join(', ')}.`)
}

function checkAssets(assets: readonly NewAsset[], own: string | null): Check[] {
  const counts = Map.groupBy(assets, ({ field_type }) => field_type)
  const crowded = [...counts].filter(([field, rows]) => rows.length > MOST[field])
  return [
    ...crowded.map(([field]) =>
      reason('CollectionSizeError.TOO_MANY', 'assets', `${field}: at most ${MOST[field]}.`),
    ),
    ...assets.map(({ field_type, value }) => {
      const longest = LONGEST[field_type]
      if (longest === undefined) return checkImage(value, 'assets', own)
      return isText(value.trim(), 1, longest)
        ? null
        : reason('StringLengthError.TOO_LONG', 'assets', `${field_type} has 1 to ${longest} letters.`)
    }),
  ]
}

function checkTargets(settings: CampaignSettings, findPlace: FindPlace): Check[] {
  const { geo_targets, contains_eu_political_advertising } = settings
  const unknown = geo_targets.find((name) => findPlace(name) === null)
  const isUndeclared = contains_eu_political_advertising === null && mayReachEu(settings, findPlace)
  return [
    geo_targets.length > 100
      ? reason('CollectionSizeError.TOO_MANY', 'geo_targets', 'There are at most 100 places.')
      : null,
    unknown === undefined
      ? null
      : reason('RequestError.BAD_RESOURCE_ID', 'geo_targets', `${unknown} is no place.`),
    isUndeclared
      ? reason(
          'MutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
          'contains_eu_political_advertising',
          'Say whether it contains political advertising in the EU.',
        )
      : null,
  ]
}

/** The host when it may be one that everybody reaches. */
function publicHost(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'malformed'
  const host = url.hostname.replace(/\.$/, '')
  const isNumber = host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)
  const isLocal = !host.includes('.') || /(^|\.)(localhost|invalid|local|internal)$/.test(host)
  return isNumber || isLocal ? 'private' : host
}

function isText(text: string, min: number, max: number): boolean {
  const length = [...text.normalize('NFC')].length
  return length >= min && length <= max
}

function reason(code: string, field: string, message: string): RejectionReason {
  return { code, field, message }
}

function found(checks: readonly Check[]): RejectionReason[] {
  return checks.filter((check) => check !== null)
}
