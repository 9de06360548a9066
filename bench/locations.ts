/** How long a search for a location takes, and what opening the catalog costs: time, memory, and waiting for others. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLocations, type Locations } from '../server/src/modules/ads/index.ts'
import { WELL_KNOWN_CITIES } from '../server/src/modules/ads/locations/well-known-cities.ts'
import { median } from './harness.ts'

export async function locations(): Promise<void> {
  const before = process.memoryUsage()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begin = performance.now()
  const catalog = createLocations()
  await catalog.search({ query: 'paris', country: null, limit: 20 })
  const opened = performance.now() - begin
  delay.disable()

  const searches = SEARCHES.flatMap(({ title, queries }) =>
    queries.map((query) => ({ title, query, times: [] as number[] })),
  )
  for (let round = 0; round < WARM_UP; round++) for (const { query } of searches) await timed(catalog, query)
  const after = process.memoryUsage()
  for (let round = 0; round < ROUNDS; round++)
    for (const search of searches) search.times.push(await timed(catalog, search.query))

  console.log(`\nlocations: ${ROUNDS} rounds of ${searches.length} searches, limit ${LIMIT}`)
  for (const title of [...SEARCHES.map(({ title }) => title), 'all']) {
    const these = searches.filter((search) => title === 'all' || search.title === title)
    const rounds = these.map(({ times }) => times)
    const [p50, p99] = [0.5, 0.99].map((share) => at(rounds.flat(), share).toFixed(2).padStart(6))
    const usual = at(rounds.map(median), 0.99).toFixed(2).padStart(6)
    console.log(
      `  ${title.padEnd(26)} p50 ${p50} ms   p99 ${p99} ms   p99 of the searches' medians ${usual} ms`,
    )
  }
  console.log(`  ${'target'.padEnd(42)} p99  10.00 ms`)
  console.log(`  opened by the first search in ${Math.round(opened)} ms`)
  console.log(`  others waited for it at most ${Math.round(delay.max / 1e6)} ms`)
  const bytes = after.arrayBuffers - before.arrayBuffers
  console.log(
    `  memory of the catalog ${megabytes(bytes)}, of the process ${megabytes(after.rss - before.rss)} more   target 80 MB`,
  )
}

const ROUNDS = 10
const WARM_UP = 2
/** The most that can be asked for. */
const LIMIT = 100

const names = WELL_KNOWN_CITIES.flatMap(({ english, local }) => [english, local])
const SEARCHES: readonly { title: string; queries: readonly string[] }[] = [
  { title: 'nothing typed', queries: [''] },
  { title: 'one letter', queries: [...'abcdefghijklmnopqrstuvwxyz'] },
  { title: 'two or three letters', queries: names.flatMap((name) => [name.slice(0, 2), name.slice(0, 3)]) },
  { title: 'whole names', queries: names },
  { title: 'with one letter missing', queries: names.map((name) => name.slice(0, 2) + name.slice(3)) },
  { title: 'with two letters swapped', queries: names.map(swapped) },
  {
    title: 'with a country behind',
    queries: WELL_KNOWN_CITIES.map(({ english, country }) => `${english}, ${country}`),
  },
  { title: 'found nowhere', queries: names.map((name) => `${[...name].reverse().join('')} xq`) },
]

function swapped(name: string): string {
  const middle = name.length >> 1
  return name.slice(0, middle - 1) + (name[middle] ?? '') + (name[middle - 1] ?? '') + name.slice(middle + 1)
}

async function timed(catalog: Locations, query: string): Promise<number> {
  const begin = performance.now()
  await catalog.search({ query, country: null, limit: LIMIT })
  return performance.now() - begin
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
