/** Where a campaign may be seen, and by how many. */
import type { CampaignSettings } from './port.ts'

export interface Place {
  name: string
  /** How many people can be reached there. */
  reach: number
  in_eu: boolean
}

/** The place of a resource name; null when there is none. */
export type FindPlace = (resourceName: string) => Place | null

export interface Audience {
  /** People who may see the ads, after what the law takes away. */
  reach: number
  /** What the law about political advertising in the EU takes away. */
  barred: 'nothing' | 'some' | 'all'
}

/** Who targets no place targets them all. */
export const EVERYWHERE: Place = { name: '', reach: 4_000_000_000, in_eu: true }
const REACH_IN_EU = 360_000_000

export function audienceOf(settings: CampaignSettings, findPlace: FindPlace): Audience {
  const isPolitical = settings.contains_eu_political_advertising === true
  if (settings.geo_targets.length === 0) {
    return isPolitical
      ? { reach: EVERYWHERE.reach - REACH_IN_EU, barred: 'some' }
      : { reach: EVERYWHERE.reach, barred: 'nothing' }
  }
  const places = placesOf(settings, findPlace)
  const open = isPolitical ? places.filter(({ in_eu }) => !in_eu) : places
  const reach = open.reduce((sum, place) => sum + place.reach, 0)
  if (open.length === places.length) return { reach, barred: 'nothing' }
  return { reach, barred: open.length === 0 ? 'all' : 'some' }
}

export function placesOf(settings: CampaignSettings, findPlace: FindPlace): Place[] {
  return settings.geo_targets.map(findPlace).filter((place) => place !== null)
}

/** A place that nobody knows may be in the EU. */
export function mayReachEu(settings: CampaignSettings, findPlace: FindPlace): boolean {
  const { geo_targets } = settings
  return geo_targets.length === 0 || geo_targets.some((name) => findPlace(name)?.in_eu ?? true)
}
