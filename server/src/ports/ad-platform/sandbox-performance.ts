/** What a campaign of the sandbox cost and brought, day by day: a pure function of its history and the moment. */
import { addDays, daysBetween, localDate, startOfDay } from '../../platform/time/local-days.ts'
import { budgetBounds, currencyFactor } from './budget-bounds.ts'
import type { CampaignSettings, CampaignType, DayFigures, DayRange } from './port.ts'
import {
  firstEnabled,
  highestBudget,
  learningMs,
  type SandboxAccount,
  type SandboxCampaign,
  servingSpans,
} from './sandbox-campaign.ts'
import { between, chance } from './sandbox-chance.ts'
import { audienceOf, type FindPlace } from './sandbox-places.ts'

export interface Scene {
  account: SandboxAccount
  findPlace: FindPlace
  /** Since when the app reports conversions; null: it does not. */
  trackingSince: Date | null
  now: Date
}

/** No day costs more than this many daily budgets, and no calendar month more than that many. */
export const MOST_A_DAY = 2
export const MOST_A_MONTH = 30.4

const MICROS = 1_000_000
/** A click's price in units of about one US dollar, and how many of those who see an ad click. */
const PRICES: Record<CampaignType, readonly [number, number]> = {
  SMART: [0.6, 1.8],
  PERFORMANCE_MAX: [0.3, 1],
}
const CLICK_RATES: Record<CampaignType, readonly [number, number]> = {
  SMART: [0.03, 0.07],
  PERFORMANCE_MAX: [0.01, 0.03],
}
const CONVERSION_RATES = [0.02, 0.05] as const
/** Conversions are reported late: of today, yesterday and the day before only so many are there. */
const TOLD_SO_FAR = [0.7, 0.85, 0.95]
/** From Sunday on. */
const WEEKDAYS = [0.85, 1.05, 1.1, 1.08, 1.02, 0.95, 0.88]
/** With a price under a share of the budget, the smallest campaign has clicks too. */
const CLICKS_A_BUDGET = 4

interface LocalDay {
  date: string
  start: number
  end: number
  /** Where the month began. */
  monthStart: number
  /** Of its conversions so much is reported by now. */
  reported: number
}

/** Days without any impression are left out. */
export function dailyFigures(campaign: SandboxCampaign, range: DayRange, scene: Scene): DayFigures[] {
  const zone = scene.account.time_zone
  const started = firstEnabled(campaign)
  if (started === null) return []
  const last = earlier(range.to, localDate(scene.now, zone))
  const first = later(range.from, localDate(started, zone))
  // From the start of the month: what it cost so far bounds the rest.
  const monthStart = later(`${first.slice(0, 7)}-01`, localDate(started, zone))
  const figures: DayFigures[] = []
  let month = ''
  let spent = 0
  for (const day of localDays(monthStart, last, scene)) {
    if (month !== day.date.slice(0, 7)) {
      month = day.date.slice(0, 7)
      spent = 0
    }
    const limit = highestBudget(campaign, day.monthStart, day.end) * MOST_A_MONTH
    const row = figuresOfDay(campaign, day, limit - spent, scene)
    spent += row.cost_micros
    if (day.date >= first && row.impressions > 0) figures.push(row)
  }
  return figures
}

/** What people would have spent on it that day, had there been no budget. */
export function demandMicros(
  { campaign_id, campaign_type }: SandboxCampaign,
  settings: CampaignSettings,
  date: string,
  { account, findPlace }: Scene,
): number {
  const themes = Math.max(1, settings.keyword_themes.length + settings.search_themes.length)
  const { reach } = audienceOf(settings, findPlace)
  // More people search more, but one campaign meets ever fewer of them.
  const clicks = Math.sqrt(reach) * 0.005 * themes * between(0.8, 1.25, campaign_id, date, 'demand')
  const [low, high] = PRICES[campaign_type]
  return clicks * ((low + high) / 2) * (currencyFactor(account.currency_code) ?? 1) * MICROS
}

function localDays(from: string, to: string, { account, now }: Scene): LocalDay[] {
  const today = localDate(now, account.time_zone)
  const late = [today, addDays(today, -1), addDays(today, -2)]
  const startOf = (date: string) => startOfDay(date, account.time_zone).getTime()
  const dates = daysBetween(from, to)
  const starts = [...dates, addDays(to, 1)].map(startOf)
  return dates.map((date, at) => ({
    date,
    start: starts[at] ?? 0,
    end: starts[at + 1] ?? 0,
    monthStart: startOf(`${date.slice(0, 7)}-01`),
    reported: TOLD_SO_FAR[late.indexOf(date)] ?? 1,
  }))
}

function figuresOfDay(
  campaign: SandboxCampaign,
  day: LocalDay,
  leftMicros: number,
  scene: Scene,
): DayFigures {
  const { campaign_id, campaign_type } = campaign
  const { account } = scene
  const { date } = day
  const wanted = wantedMicros(campaign, day, scene)
  const price = priceOfDay(campaign, day, scene)
  const unit = budgetBounds(account.currency_code, campaign_type)?.unit_micros ?? 1
  const isServed = wanted > 0
  const perhaps = isServed ? wanted / price : 0
  const affordable = Math.floor(Math.max(0, leftMicros) / price)
  const clicks = Math.min(
    affordable,
    Math.floor(perhaps + (isServed ? chance(campaign_id, date, 'click') : 0)),
  )
  const clickRate = between(...CLICK_RATES[campaign_type], campaign_id, date, 'click rate')
  const impressions =
    leftMicros < price && clicks === 0 ? 0 : Math.max(clicks, Math.floor(perhaps / clickRate))
  return {
    campaign_id,
    date,
    impressions,
    clicks,
    cost_micros: Math.floor((clicks * price) / unit) * unit,
    conversions: conversionsOf(campaign, day, clicks, scene),
  }
}

/** What it would spend that day until now. */
function wantedMicros(campaign: SandboxCampaign, { date, start, end }: LocalDay, scene: Scene): number {
  const { campaign_id } = campaign
  const { stopped_at } = scene.account
  const until = Math.min(end, scene.now.getTime(), stopped_at?.getTime() ?? end)
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 1
  const pace = weekday * between(0.8, 1.25, campaign_id, date, 'pace') * ramp(campaign, start)
  return servingSpans(campaign, start, until).reduce((sum, span) => {
    const budget = span.settings.daily_budget_micros
    const wished = Math.min(demandMicros(campaign, span.settings, date, scene), budget) * pace
    const share =
      shareOfDay((span.end - start) / (end - start)) - shareOfDay((span.start - start) / (end - start))
    return sum + Math.min(wished, budget * MOST_A_DAY) * share
  }, 0)
}

/** Campaigns that are still learning are seen less. */
function ramp(campaign: SandboxCampaign, dayStart: number): number {
  const age = Math.max(0, dayStart - (firstEnabled(campaign)?.getTime() ?? dayStart))
  return Math.min(1, 0.35 + (0.65 * age) / learningMs(campaign))
}

/** How much of a day's searches are done when this part of it is over: few at night, most at noon. */
function shareOfDay(part: number): number {
  return part - (0.8 / (2 * Math.PI)) * Math.sin(2 * Math.PI * part)
}

function priceOfDay(campaign: SandboxCampaign, { date, start, end }: LocalDay, { account }: Scene): number {
  const [low, high] = PRICES[campaign.campaign_type]
  const factor = currencyFactor(account.currency_code) ?? 1
  const price = between(low, high, campaign.campaign_id, date, 'price') * factor * MICROS
  return Math.max(1, Math.min(price, lowestBudget(campaign, start, end) / CLICKS_A_BUDGET))
}

function lowestBudget(campaign: SandboxCampaign, start: number, end: number): number {
  const budgets = servingSpans(campaign, start, end).map(({ settings }) => settings.daily_budget_micros)
  return budgets.length > 0 ? Math.min(...budgets) : Number.POSITIVE_INFINITY
}

function conversionsOf(campaign: SandboxCampaign, day: LocalDay, clicks: number, scene: Scene): number {
  const { trackingSince } = scene
  if (trackingSince === null || day.end <= trackingSince.getTime()) return 0
  const rate = between(...CONVERSION_RATES, campaign.campaign_id, day.date, 'conversions')
  return Math.floor(clicks * rate * ramp(campaign, day.start) * day.reported * 100) / 100
}

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)
