/** Who may import whom: docs/architecture.md. The message of a failure names the rule. */
import { expect, test } from 'vitest'
import { isTest, readSources, type Source } from './sources.ts'

const sources = readSources()
const product = sources.filter(({ path }) => !isTest(path))

interface Rule {
  says: string
  of: (path: string) => boolean
  allows: (target: string, from: Source) => boolean
}

const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const isOurs = (target: string) =>
  target.startsWith('@atrium/') || /^(contract|sdk|server|console|scripts|bench)\//.test(target)
const contract = (target: string) => target === '@atrium/contract' || target.startsWith('@atrium/contract/')
const platform = below('server/src/platform')
const port = (target: string) => /^server\/src\/ports\/[\w-]+\/port\.ts$/.test(target)
const moduleOf = (path: string) => /^server\/src\/modules\/([\w-]+)\//.exec(path)?.[1]
const portOf = (path: string) => /^server\/src\/ports\/([\w-]+)\//.exec(path)?.[1]

const RULES: Rule[] = [
  {
    says: 'the contract imports TypeBox and nothing of ours but itself',
    of: below('contract'),
    allows: (target) => target === 'typebox' || below('contract')(target),
  },
  {
    says: 'the platform imports the contract and libraries, no ports, tenancy or modules',
    of: platform,
    allows: (target) => !isOurs(target) || contract(target) || platform(target),
  },
  {
    says: 'a port imports the platform and its own folder; of other ports only how to call out',
    of: below('server/src/ports'),
    allows: (target, from) =>
      !isOurs(target) ||
      platform(target) ||
      portOf(target) === portOf(from.path) ||
      target === 'server/src/ports/outbound-http/port.ts' ||
      target === 'server/src/ports/git/port.ts',
  },
  {
    says: 'tenancy imports the contract, the platform and ports’ interfaces, no module and no adapter',
    of: below('server/src/tenancy'),
    allows: (target) =>
      !isOurs(target) ||
      contract(target) ||
      platform(target) ||
      port(target) ||
      below('server/src/tenancy')(target),
  },
  {
    says: 'a module imports contract, platform, tenancy/index.ts, ports’ interfaces and itself, never another module',
    of: below('server/src/modules'),
    allows: (target, from) =>
      !isOurs(target) ||
      contract(target) ||
      platform(target) ||
      port(target) ||
      target === 'server/src/tenancy/index.ts' ||
      moduleOf(target) === moduleOf(from.path),
  },
  {
    says: 'what ties two parts imports the parts, not what starts them',
    of: below('server/src/wiring'),
    allows: (target) => !/^server\/src\/[\w-]+\.ts$/.test(target),
  },
  {
    says: 'the SDK imports only the contract',
    of: below('sdk/src'),
    allows: (target) => !isOurs(target) || contract(target) || below('sdk')(target),
  },
  {
    says: 'the console imports only the SDK',
    of: below('console/src'),
    allows: (target) => !isOurs(target) || target === '@atrium/sdk' || below('console')(target),
  },
]

test.each(RULES)('$says', ({ of, allows }) => {
  const ruled = product.filter(({ path }) => of(path))
  const broken = ruled.flatMap((source) =>
    source.imports
      .filter((target) => !allows(target, source))
      .map((target) => `${source.path} imports ${target}`),
  )
  expect(broken).toEqual([])
})

test('every rule has files to hold for', () => {
  for (const { says, of } of RULES) {
    expect(
      product.some(({ path }) => of(path)),
      says,
    ).toBe(true)
  }
})

test('only main reads the environment', () => {
  const readers = product
    .filter(({ path }) => below('server/src')(path) && path !== 'server/src/main.ts')
    .filter(({ text }) => /process\.env\b/.test(text))
  expect(readers.map(({ path }) => path)).toEqual([])
})

test('SQL stands only in stores, migrations, archives and the platform', () => {
  const mayHold = (path: string) =>
    platform(path) ||
    /(store|archive|import-\w+|first-start)\.ts$/.test(path) ||
    /\/archive\//.test(path) ||
    /\/operate\//.test(path)
  const holders = product
    .filter(({ path }) => below('server/src')(path) && !mayHold(path))
    .filter(({ text }) => /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(text))
  expect(holders.map(({ path }) => path)).toEqual([])
})

test('no file of ours imports in a circle, not for types either', () => {
  expect(circlesIn(product.map(({ path, imports }) => [path, imports]))).toEqual([])
})

function circlesIn(edges: [path: string, targets: string[]][]): string[] {
  const graph = new Map(edges)
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const target of graph.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  return circles
}
