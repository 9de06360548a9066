/** What people searched before they saw a campaign of the sandbox. The figures are parts of the campaign's own. */
import { addDays, startOfDay } from '../../platform/time/local-days.ts'
import type { CampaignSettings, CampaignType, DayFigures, DayRange, TermFigures } from './port.ts'
import type { SandboxCampaign } from './sandbox-campaign.ts'
import { between } from './sandbox-chance.ts'
import { dailyFigures, type Scene } from './sandbox-performance.ts'
import { type FindPlace, placesOf } from './sandbox-places.ts'

/** The rest of the traffic is not reported by search. */
const SHARE_REPORTED: Record<CampaignType, number> = { SMART: 0.85, PERFORMANCE_MAX: 0.45 }
const MODIFIERS = ['', 'near me', 'price', 'best', 'online', 'reviews']
const MOST_CITIES = 3

/** Each day is divided by itself, so that the terms of two ranges add up to those of both. */
export function searchTermFigures(campaign: SandboxCampaign, range: DayRange, scene: Scene): TermFigures[] {
  const { campaign_id, campaign_type } = campaign
  const byTerm = new Map<string, TermFigures>()
  const termsOf = new Map<CampaignSettings, string[]>()
  for (const day of dailyFigures(campaign, range, scene)) {
    const settings = settingsOn(campaign, day.date, scene)
    const terms = termsOf.get(settings) ?? searchTerms(settings, scene.findPlace)
    termsOf.set(settings, terms)
    for (const part of partsOfDay(day, terms, campaign_type)) {
      const sum = byTerm.get(part.search_term) ?? { ...NOTHING, campaign_id, search_term: part.search_term }
      sum.impressions += part.impressions
      sum.clicks += part.clicks
      sum.cost_micros += part.cost_micros
      sum.conversions = cents(sum.conversions + part.conversions)
      byTerm.set(part.search_term, sum)
    }
  }
  return [...byTerm.values()]
}

export function byImpressions(a: TermFigures, b: TermFigures): number {
  return (
    b.impressions - a.impressions ||
    b.clicks - a.clicks ||
    compareText(a.search_term, b.search_term) ||
    compareText(a.campaign_id, b.campaign_id)
  )
}

/** So many whole things in proportion to the weights; the largest remainders get what is left over. */
export function divide(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1
  return parts
}

const NOTHING = { impressions: 0, clicks: 0, cost_micros: 0, conversions: 0 }

/** The settings with which that day ended; what later versions say changes nothing in the past. */
function settingsOn({ versions }: SandboxCampaign, date: string, { account }: Scene): CampaignSettings {
  if (versions.length === 1) return versions[0].settings
  const end = startOfDay(addDays(date, 1), account.time_zone)
  const before = versions.filter(({ created_date }) => created_date < end)
  return (before.at(-1) ?? versions[0]).settings
}

/** The themes with what people add to them: the first are searched most. */
function searchTerms(settings: CampaignSettings, findPlace: FindPlace): string[] {
  const given = [...settings.keyword_themes, ...settings.search_themes]
  const themes = (given.length > 0 ? given : [settings.business_name]).map((theme) => theme.toLowerCase())
  const cities = placesOf(settings, findPlace)
    .map(({ name }) => name.toLowerCase())
    .slice(0, MOST_CITIES)
  const terms = [...MODIFIERS, ...cities].flatMap((added) =>
    themes.map((theme) => (added === 'best' ? `best ${theme}` : `${theme} ${added}`.trim())),
  )
  return [...new Set(terms)]
}

function partsOfDay(day: DayFigures, terms: readonly string[], type: CampaignType): TermFigures[] {
  const { campaign_id, date } = day
  const reported = SHARE_REPORTED[type]
  // Zipf: the second is searched half as often as the first, the third a third as often.
  const weights = terms.map(
    (term, at) => between(0.5, 1.5, campaign_id, date, 'search term', term) / (at + 1),
  )
  const impressions = divide(Math.floor(day.impressions * reported), weights)
  const all = impressions.reduce((sum, count) => sum + count, 0)
  // In proportion to the impressions no term has more clicks than those.
  const clicks = divide(Math.min(all, Math.floor(day.clicks * reported)), impressions)
  return terms.flatMap((search_term, at) => {
    const own = { impressions: impressions[at] ?? 0, clicks: clicks[at] ?? 0 }
    if (own.impressions === 0) return []
    const share = day.clicks === 0 ? 0 : own.clicks / day.clicks
    return [
      {
        ...{ campaign_id, search_term, ...own },
        cost_micros: Math.floor((day.cost_micros * share) / CENT_MICROS) * CENT_MICROS,
        // Smart campaigns report no conversions by search.
        conversions: type === 'SMART' ? 0 : Math.floor(day.conversions * share * 100) / 100,
      },
    ]
  })
}

const CENT_MICROS = 10_000

const cents = (value: number) => Math.round(value * 100) / 100
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
