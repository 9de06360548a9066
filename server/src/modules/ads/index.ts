/** Advertising of apps. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { searchLocations } from './search-locations.ts'

export { createLocations, type Locations } from './locations/locations.ts'

export const ads = module<Deps>('ads', {
  handlers: [handle(operations.ads.search_locations, searchLocations)],
})
