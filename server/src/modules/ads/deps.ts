import type { Ground } from '../../tenancy/index.ts'
import type { Locations } from './locations/locations.ts'

/** What advertising needs beside the ground. */
export interface Deps extends Ground {
  locations: Locations
}
