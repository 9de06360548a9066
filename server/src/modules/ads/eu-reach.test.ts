import { expect, test } from 'vitest'
import { canReachEu, isInEu } from './eu-reach.ts'
import { createLocations } from './locations/locations.ts'

const locations = createLocations()
const US = 'geoTargetConstants/2840'
const FRANCE = 'geoTargetConstants/2250'
const REUNION = 'geoTargetConstants/2638'

test.each([
  ['no target is the whole world', [], true],
  ['the United States', [US], false],
  ['the United States and France', [US, FRANCE], true],
  ['Réunion, a part of France', [REUNION], true],
  ['an id that nobody knows', ['geoTargetConstants/999999999'], true],
  ['one that is known and one that is not', [US, 'geoTargetConstants/1'], true],
  ['what is no id at all', ['Texas'], true],
  ['the United Kingdom and Switzerland', ['geoTargetConstants/2826', 'geoTargetConstants/2756'], false],
])('%s', async (_what, targets, expected) => {
  expect(canReachEu(await locations.find(targets))).toBe(expected)
})

test('a city or region counts by its country', async () => {
  const ids = await Promise.all(
    ['Köln', 'Bavaria', 'Chicago', 'Nuuk', 'Saint-Denis, Réunion'].map(async (query) => {
      const [found] = await locations.search({ query, country: null, limit: 1 })
      return found?.resource_name ?? ''
    }),
  )
  const places = await locations.find(ids)
  expect(places.map((place) => place?.country_code)).toEqual(['DE', 'DE', 'US', 'GL', 'RE'])
  expect(places.map((place) => canReachEu([place]))).toEqual([true, true, false, false, true])
})

test('the members are 27, and seven of their parts have codes of their own', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  expect(codes.filter(isInEu)).toHaveLength(27 + 7)
  for (const outside of [
    'GB',
    'NO',
    'IS',
    'LI',
    'CH',
    'MC',
    'SM',
    'VA',
    'GL',
    'FO',
    'NC',
    'PF',
    'BL',
    'PM',
    'AW',
  ])
    expect(isInEu(outside)).toBe(false)
})
