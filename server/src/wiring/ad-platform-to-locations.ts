import { createLocations, isInEu, type Locations } from '../modules/ads/index.ts'
import { sandboxArchive } from '../ports/ad-platform/sandbox-archive.ts'

/** The ad platform's sandbox knows places by the catalogue of the ads module. */
export function placesIn(locations: Locations) {
  return async (names: readonly string[]) => {
    const found = await locations.find(names)
    return found.map((place) => place && { ...place, in_eu: isInEu(place.country_code) })
  }
}

/** The sandbox's memory, for archives. */
export function adSandboxArchive() {
  return sandboxArchive({ findPlaces: placesIn(createLocations()) })
}
