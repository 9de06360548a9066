import { describe, expect, test } from 'vitest'
import { createLocations } from './locations.ts'
import { WELL_KNOWN_CITIES } from './well-known-cities.ts'

const locations = createLocations()

async function found(query: string, country: string | null = null, limit = 5): Promise<string[]> {
  const results = await locations.search({ query, country, limit })
  return results.map(({ canonical_name }) => canonical_name)
}

async function first(query: string, country: string | null = null): Promise<string | undefined> {
  return (await found(query, country, 1))[0]
}

describe('a well-known city comes first', () => {
  test('there are two hundred of them and more', () => {
    expect(WELL_KNOWN_CITIES.length).toBeGreaterThanOrEqual(200)
    expect(new Set(WELL_KNOWN_CITIES.map((city) => city.country + city.english)).size).toBe(
      WELL_KNOWN_CITIES.length,
    )
  })

  test.each(WELL_KNOWN_CITIES)('$english, $local', async ({ country, english, local, names }) => {
    const [byEnglish] = await locations.search({ query: english, country: null, limit: 1 })
    const [byLocal] = await locations.search({ query: local, country: null, limit: 1 })
    expect(byLocal).toEqual(byEnglish)
    expect(byEnglish).toMatchObject({ country_code: country })
    expect(names).toContain(byEnglish?.name)
    if (byEnglish?.name !== 'Singapore') expect(byEnglish?.target_type).toBe('City')
  })
})

test('a place has its path, its kind and about how many people it has', async () => {
  const search = (query: string) => locations.search({ query, country: null, limit: 1 })
  expect(await search('cologne')).toEqual([
    {
      resource_name: 'geoTargetConstants/1002886242',
      name: 'Köln',
      canonical_name: 'Köln,North Rhine-Westphalia,Germany',
      country_code: 'DE',
      target_type: 'City',
      reach: 770_700,
    },
  ])
  expect(await search('Bavaria')).toMatchObject([
    { canonical_name: 'Bavaria,Germany', target_type: 'Region', country_code: 'DE' },
  ])
  expect(await search('France')).toMatchObject([
    { resource_name: 'geoTargetConstants/2250', canonical_name: 'France', target_type: 'Country' },
  ])
})

describe('match quality', () => {
  test.each([
    ['a whole name before a beginning', 'tunis', 'Tunis,Tunis Governorate,Tunisia'],
    ['a beginning before a later word', 'york', 'York,England,United Kingdom'],
    ['a beginning finds the largest', 'lond', 'London,England,United Kingdom'],
    ['a later word', 'janeiro', 'Rio de Janeiro,Brazil'],
    ['case, marks and hyphens do not matter', 'SAINT ETIENNE', 'Saint-Étienne,Auvergne-Rhône-Alpes,France'],
    ['nor do apostrophes', 'xian', 'Xi’an,Shaanxi,China'],
    ['St. stands for Saint', 'st. gallen', 'Sankt Gallen,Saint Gallen,Switzerland'],
    ['an umlaut as two letters', 'duesseldorf', 'Düsseldorf,North Rhine-Westphalia,Germany'],
    ['two letters swapped', 'lodnon', 'London,England,United Kingdom'],
    ['one letter wrong', 'barselona', 'Barcelona,Catalonia,Spain'],
    ['two letters wrong in a long name', 'san fransisko', 'San Francisco,California,United States'],
    ['a country in another language', 'deutschland', 'Germany'],
    ['a country by a short name', 'usa', 'United States'],
  ])('%s: %s', async (_what, query, expected) => {
    expect(await first(query)).toBe(expected)
  })

  test('what follows a comma, or the last words, say which one is meant', async () => {
    expect(await first('paris')).toBe('Paris,Île-de-France,France')
    for (const query of ['Paris, Texas', 'paris,tx', 'paris texas', 'Paris,Texas,United States'])
      expect(await first(query)).toBe('Paris,Texas,United States')
    expect(await first('London, Canada')).toBe('London,Ontario,Canada')
    expect(await first('portland, or')).toBe('Portland,Oregon,United States')
  })

  test('its own canonical name finds a place', async () => {
    for (const query of ['Springfield', 'San José', 'Victoria', 'Frankfurt']) {
      const names = await found(query, null, 20)
      expect(names.length).toBeGreaterThan(1)
      for (const name of names) expect([name, await first(name)]).toEqual([name, name])
    }
  })
})

test('only places of the country, whatever the case of its code', async () => {
  expect(await first('london', 'CA')).toBe('London,Ontario,Canada')
  expect(await first('london', 'ca')).toBe('London,Ontario,Canada')
  const results = await locations.search({ query: 'san', country: 'IT', limit: 100 })
  expect(new Set(results.map(({ country_code }) => country_code))).toEqual(new Set(['IT']))
  expect(await found('london', 'ZZ')).toEqual([])
})

test('an empty query suggests countries, or what is in the one chosen', async () => {
  expect(await found('', null, 3)).toEqual(['China', 'India', 'United States'])
  expect((await found('  ', 'DE', 3)).slice(0, 2)).toEqual(['Germany', 'Berlin,State of Berlin,Germany'])
  expect(await found('', null, 100)).toHaveLength(100)
})

test('one letter is enough, signs alone find nothing', async () => {
  expect(await found('q', null, 100)).toHaveLength(100)
  for (const query of ['!!!', ',', ', ,', '\u0000', '\ud800']) expect(await found(query)).toEqual([])
})

test('the most that are wanted, each once, in the same order every time', async () => {
  for (const query of ['a', 'san', 'saint', 'springfield', 'londen']) {
    const all = await locations.search({ query, country: null, limit: 100 })
    expect(new Set(all.map(({ resource_name }) => resource_name)).size).toBe(all.length)
    expect(await locations.search({ query, country: null, limit: 100 })).toEqual(all)
    const few = await locations.search({ query, country: null, limit: 1 })
    expect(few).toEqual(all.slice(0, 1))
  }
})

test('long and odd queries are answered', async () => {
  for (const query of [
    'x'.repeat(300),
    'a '.repeat(150),
    'ü'.repeat(300),
    '漢'.repeat(300),
    'a,'.repeat(150),
  ])
    expect(Array.isArray(await found(query))).toBe(true)
})
