import { describe, expect, test } from 'vitest'
import type { AdPlaces, FoundPlace, Read } from '../../../ports/ad-platform/port.ts'
import { createLocations } from './locations.ts'
import { platformLocations } from './platform-locations.ts'

const catalog = createLocations()
const ANNECY: FoundPlace = {
  resource_name: 'geoTargetConstants/1005396',
  name: 'Annecy',
  canonical_name: 'Annecy,Auvergne-Rhone-Alpes,France',
  country_code: 'FR',
  target_type: 'City',
  reach: 100_000,
}
const FRANCE = 'geoTargetConstants/2250'
const KOELN = 'geoTargetConstants/1002886242'

/** Places that note what they are asked. */
function places(answer: <T>(value: T) => Read<T>) {
  const asked: unknown[] = []
  const own: AdPlaces = {
    async search(search) {
      asked.push(search)
      return answer([ANNECY])
    },
    async find(names) {
      asked.push(names)
      return answer(names.map((name) => (name === ANNECY.resource_name ? ANNECY : null)))
    },
  }
  return { asked, locations: platformLocations(catalog, own) }
}
const there = () => places((value) => ({ outcome: 'done', value }))
const gone = () => places(() => ({ outcome: 'unavailable', message: 'away' }))

test('a platform without places of its own takes the catalog’s', () => {
  expect(platformLocations(catalog, null)).toBe(catalog)
})

describe('a search', () => {
  test('is the platform’s', async () => {
    const { asked, locations } = there()
    expect(await locations.search({ query: 'ann', country: 'FR', limit: 5 })).toEqual([ANNECY])
    expect(asked).toEqual([{ text: 'ann', country_code: 'FR', limit: 5 }])
  })

  test('for nothing suggests countries, without a call', async () => {
    const { asked, locations } = there()
    const found = await locations.search({ query: ' ', country: null, limit: 20 })
    expect(found).toHaveLength(20)
    expect(found.every(({ target_type }) => target_type === 'Country')).toBe(true)
    const one = await locations.search({ query: '', country: 'DE', limit: 20 })
    expect(one.map(({ resource_name }) => resource_name)).toEqual(['geoTargetConstants/2276'])
    expect(asked).toEqual([])
  })

  test('finds the catalog’s countries while the platform cannot be asked', async () => {
    const { locations } = gone()
    const found = await locations.search({ query: 'fran', country: null, limit: 3 })
    expect(found.map(({ resource_name }) => resource_name)).toContain(FRANCE)
    expect(found.every(({ target_type }) => target_type === 'Country')).toBe(true)
  })
})

describe('a look-up', () => {
  test('knows countries by itself and asks for the rest at once', async () => {
    const { asked, locations } = there()
    const names = [FRANCE, ANNECY.resource_name, KOELN, 'nowhere']
    expect((await locations.find(names)).map((place) => place?.country_code ?? null)).toEqual([
      ...['FR', 'FR', null, null],
    ])
    expect(asked).toEqual([[ANNECY.resource_name, KOELN, 'nowhere']])
    await locations.find([FRANCE])
    expect(asked).toHaveLength(1)
  })

  test('does not know what it cannot ask for', async () => {
    const found = await gone().locations.find([FRANCE, ANNECY.resource_name])
    expect(found.map((place) => place?.name ?? null)).toEqual(['France', null])
  })
})
