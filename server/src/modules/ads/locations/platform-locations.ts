/** The places of the platform that is used, where it has its own; of the catalog's then only the countries hold. */
import type { AdPlaces } from '../../../ports/ad-platform/port.ts'
import type { Location, Locations } from './locations.ts'

export function platformLocations(catalog: Locations, places: AdPlaces | null): Locations {
  if (places === null) return catalog

  /** Countries have the same ids everywhere. */
  async function countries(search: Parameters<Locations['search']>[0]): Promise<Location[]> {
    const found = await catalog.search({ ...search, limit: MOST_LOOKED_AT })
    return found.filter(({ target_type }) => target_type === 'Country').slice(0, search.limit)
  }

  return {
    async search(search) {
      const { query, country, limit } = search
      if (query.trim() === '') return countries(search)
      const found = await places.search({ text: query, country_code: country, limit })
      return found.outcome === 'done' ? found.value : countries(search)
    },

    async find(resourceNames) {
      const known = await catalog.find(resourceNames)
      const isCountry = known.map((place) => place?.target_type === 'Country')
      const others = resourceNames.filter((_, at) => !isCountry[at])
      const found = others.length === 0 ? null : await places.find(others)
      // What cannot be looked up is not known, and nobody takes it for harmless.
      const byName = new Map(
        found?.outcome === 'done' ? others.map((name, at) => [name, found.value[at] ?? null]) : [],
      )
      return resourceNames.map((name, at) =>
        isCountry[at] ? (known[at] ?? null) : (byName.get(name) ?? null),
      )
    },
  }
}

/** Countries are large, so those that fit are among the first. */
const MOST_LOOKED_AT = 300
