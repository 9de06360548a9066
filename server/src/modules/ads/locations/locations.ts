/** The places that advertising can aim at: read from the catalog's file by the first who asks, then kept. */
import { readFile } from 'node:fs/promises'
import { type Catalog, countryCode, FIRST_REGION_ID, NO_ROW, unpackCatalog } from './catalog-file.ts'
import { letterSets } from './letter-sets.ts'
import { createSearchCatalog, type Search, type SearchCatalog } from './search-catalog.ts'

export interface Location {
  resource_name: string
  name: string
  canonical_name: string
  country_code: string
  target_type: 'City' | 'Region' | 'Country'
  reach: number
}

export interface Locations {
  /** Best first, the same search in the same order. */
  search(search: Search): Promise<Location[]>
  /** The places with these ids; null for an id that the catalog does not have. */
  find(resourceNames: readonly string[]): Promise<(Location | null)[]>
}

const FILE = new URL('./catalog.bin.br', import.meta.url)
const RESOURCE = /^geoTargetConstants\/(\d{1,10})$/
/** Of those who live there, so many can be reached. */
const REACHED = 0.8

export function createLocations(): Locations {
  let opening: Promise<{ catalog: Catalog; search: SearchCatalog }> | null = null

  function open() {
    opening ??= openCatalog().catch((error) => {
      opening = null // the next one tries again
      throw error
    })
    return opening
  }

  return {
    async search(search) {
      const { catalog, search: find } = await open()
      return find(search).map((row) => locationAt(catalog, row))
    },

    async find(resourceNames) {
      const { catalog } = await open()
      return resourceNames.map((resourceName) => {
        const [, id] = RESOURCE.exec(resourceName) ?? []
        const row = id === undefined ? -1 : catalog.ids.indexOf(Number(id))
        return row === -1 ? null : locationAt(catalog, row)
      })
    },
  }
}

async function openCatalog() {
  const catalog = await unpackCatalog(await readFile(FILE))
  const letters = await letterSets(catalog.labels, catalog.labelStarts)
  return { catalog, search: createSearchCatalog(catalog, letters) }
}

function locationAt(catalog: Catalog, row: number): Location {
  const id = catalog.ids[row] as number
  const countryRow = catalog.countryRows[row] as number
  const regionRow = catalog.regionRows[row] as number
  const name = nameAt(catalog, row)
  const region = regionRow === NO_ROW ? name : nameAt(catalog, regionRow)
  const path =
    countryRow === row ? [name] : [name, ...(region === name ? [] : [region]), nameAt(catalog, countryRow)]
  return {
    resource_name: `geoTargetConstants/${id}`,
    name,
    canonical_name: path.join(','),
    country_code: countryCode(catalog.countries[row] as number),
    target_type: countryRow === row ? 'Country' : id >= FIRST_REGION_ID ? 'Region' : 'City',
    reach: reachOf(catalog.populations[row] as number),
  }
}

function nameAt({ names, nameStarts }: Catalog, row: number): string {
  return Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString(
    'utf8',
    nameStarts[row],
    nameStarts[row + 1],
  )
}

/** An estimate in hundreds; where somebody lives, somebody can be reached. */
function reachOf(population: number): number {
  return population === 0 ? 0 : Math.max(100, Math.round((population * REACHED) / 100) * 100)
}
