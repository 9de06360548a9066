/** The places of Google Ads: its own numbers for everything but countries. */
import { createCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { listAt, numberAt, type Row, textAt, valueAt } from './google-answers.ts'
import { type GoogleRest, type Refused, unavailable } from './google-rest.ts'
import type { AdPlaces, FoundPlace, Read } from './port.ts'

export interface GooglePlacesOptions {
  rest: GoogleRest
  managerId: string
  clock: Clock
}

/** People type letter by letter and Google counts every call: what was found is reported again for a while. */
const KEPT_MS = 3600 * 1000
const MOST_KEPT = 1_000
const LONGEST_TEXT = 300
const RESOURCE = /^geoTargetConstants\/(\d{1,12})$/

export function googlePlaces({ rest, managerId, clock }: GooglePlacesOptions): AdPlaces {
  const cache = createCache<FoundPlace[]>({ ms: KEPT_MS, most: MOST_KEPT, now: () => clock.now().getTime() })

  async function suggest(text: string, country: string | null): Promise<Read<FoundPlace[]>> {
    const answer = await rest.read('geoTargetConstants:suggest', {
      locale: 'en',
      ...(country !== null && { countryCode: country }),
      locationNames: { names: [text] },
    })
    if (answer.outcome !== 'done') return asRead(answer)
    const found = listAt(answer.value, 'geoTargetConstantSuggestions').flatMap((suggestion) =>
      presentPlace(valueAt(suggestion, 'geoTargetConstant'), numberAt(suggestion, 'reach')),
    )
    return { outcome: 'done', value: found }
  }

  return {
    async search({ text, country_code, limit }) {
      const name = text.trim().slice(0, LONGEST_TEXT)
      const key = `${country_code?.toUpperCase() ?? ''} ${name.toLowerCase()}`
      const known = cache.get(key)
      if (known) return { outcome: 'done', value: known.slice(0, limit) }
      const found = await suggest(name, country_code?.toUpperCase() ?? null)
      if (found.outcome !== 'done') return found
      cache.set(key, found.value)
      return { outcome: 'done', value: found.value.slice(0, limit) }
    },

    async find(resourceNames) {
      const ids = [...new Set(resourceNames.flatMap((name) => RESOURCE.exec(name)?.[1] ?? []))]
      if (ids.length === 0) return { outcome: 'done', value: resourceNames.map(() => null) }
      const rows = await rest.search(
        managerId,
        `SELECT geo_target_constant.id, geo_target_constant.resource_name, geo_target_constant.name, geo_target_constant.canonical_name, geo_target_constant.country_code, geo_target_constant.target_type, geo_target_constant.status FROM geo_target_constant WHERE geo_target_constant.id IN (${ids.join(', ')})`,
      )
      if (rows.outcome !== 'done') return asRead(rows)
      const places = rows.value.flatMap((row) => presentPlace(valueAt(row, 'geoTargetConstant'), 0))
      const byName = new Map(places.map((place) => [place.resource_name, place]))
      return { outcome: 'done', value: resourceNames.map((name) => byName.get(name) ?? null) }
    },
  }
}

/** Parts of countries; whatever is neither these nor a country lies in or about a city. */
const REGIONS =
  /^(Autonomous Community|Canton|City Region|Congressional District|County|Department|District|Division|Governorate|Okrug|Prefecture|Province|Region|State|Territory|TV Region|Union Territory)$/

/** Nothing for places that are about to be given up. */
function presentPlace(place: Row, reach: number): FoundPlace[] {
  const resource_name = textAt(place, 'resourceName')
  if (!RESOURCE.test(resource_name) || textAt(place, 'status') === 'REMOVAL_PLANNED') return []
  const type = textAt(place, 'targetType')
  return [
    {
      resource_name,
      name: textAt(place, 'name'),
      canonical_name: textAt(place, 'canonicalName'),
      country_code: textAt(place, 'countryCode'),
      target_type: type === 'Country' ? 'Country' : REGIONS.test(type) ? 'Region' : 'City',
      reach,
    },
  ]
}

function asRead<T extends { outcome: 'unavailable' }>(answer: T | Refused) {
  return answer.outcome === 'refused' ? unavailable(`refuses a read (${answer.errors[0]?.code})`) : answer
}
