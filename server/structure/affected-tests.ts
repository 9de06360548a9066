/** Which test files a change can affect: those that reach a changed file by imports, and those of its part. */
import { SLOW_PARTS } from './slow-parts.ts'
import type { Source } from './sources.ts'

/**
 * Files that join parts, or stand for a whole part. Behind them everything would be reached; so the search ends
 * there, and the tests of the part itself, which go through the whole server, take over.
 */
const JOINTS = new Set([
  'server/src/app.ts',
  'server/src/deps.ts',
  'server/src/tenancy/index.ts',
  'contract/src/index.ts',
  'sdk/src/index.ts',
  'console/src/routes.tsx',
  'console/src/app-routes.ts',
  'console/src/workspace-routes.ts',
])

/** Files that no import names but every test stands on. */
const EVERYTHING = [
  /^package(-lock)?\.json$/,
  /^vitest\.config\.ts$/,
  /^\.ci\//,
  /^server\/migrations\//,
  /^server\/test\/(app|global-setup|template)\.ts$/,
]

/** Files that only structure tests read. */
const READ_BY_NOTHING = [
  /\.md$/,
  /^(docs|bench)\//,
  /^(LICENSE|openapi\.json|biome\.json|\.\w+)$/,
  /\.example$/,
]

const IS_TEST = /\.(test|e2e|smoke)\.tsx?$/
const IS_SLOW = /\.slow\.test\.ts$|^server\/processes\/.*\.test\.ts$|\.e2e\.ts$/

export const isSlow = (path: string): boolean => IS_SLOW.test(path)

/** Test files of all tiers; `isSlow` tells those that only `npm run test:all` runs. */
export function affectedTests(changed: readonly string[], sources: readonly Source[]): string[] {
  const tests = sources.map(({ path }) => path).filter((path) => IS_TEST.test(path))
  const known = new Set(sources.map(({ path }) => path))
  const isRead = changed.filter((path) => !READ_BY_NOTHING.some((pattern) => pattern.test(path)))
  const asksForAll = (path: string) =>
    EVERYTHING.some((pattern) => pattern.test(path)) || !(known.has(path) || slowPartsOf(path).length > 0)
  if (isRead.some(asksForAll)) return tests
  const reached = reachedFrom(isRead, sources)
  const parts = isRead.flatMap((path) => partsOf(path, sources))
  const slowParts = isRead.flatMap(slowPartsOf)
  return tests.filter(
    (path) =>
      path.startsWith('server/structure/') ||
      changed.includes(path) ||
      (isSlow(path)
        ? slowParts.some((part) => part.tests.test(path))
        : reached.has(path) || parts.some((part) => isTestOf(part, path))),
  )
}

const slowPartsOf = (path: string) =>
  SLOW_PARTS.filter(({ changes }) => changes.some((beginning) => path.startsWith(beginning)))

/** The changed files and all that import them, up to the joints. */
function reachedFrom(changed: readonly string[], sources: readonly Source[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of sources) {
    for (const target of imports) {
      const file = PACKAGES[target] ?? target
      importers.set(file, [...(importers.get(file) ?? []), path])
    }
  }
  const reached = new Set(changed)
  // A tie between parts concerns the tests of both, and only `deps.ts` imports it.
  const isTied = changed.some((path) => path.startsWith('server/src/wiring/'))
  for (const file of reached) {
    if (JOINTS.has(file) && !changed.includes(file) && !isTied) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  return reached
}

const PACKAGES: Record<string, string> = {
  '@atrium/contract': 'contract/src/index.ts',
  '@atrium/sdk': 'sdk/src/index.ts',
}

/** The folders of modules, of tenancy and so on that a file belongs to; for the contract, those that handle it. */
function partsOf(path: string, sources: readonly Source[]): string[] {
  const folder = /^(server\/src\/\w+\/[^/]+|console\/src\/pages\/[^/]+)\//.exec(path)?.[1]
  if (folder) return [folder]
  if (path.startsWith('console/src/')) return ['console/e2e']
  if (!path.startsWith('contract/src/')) return []
  const text = sources.find((source) => source.path === path)?.text ?? ''
  const names = [...text.matchAll(/^ {2}name: '(\w+)\./gm)].map((match) => `operations.${match[1]}.`)
  return sources
    .filter((source) => source.path.endsWith('/index.ts') && names.some((name) => source.text.includes(name)))
    .map((source) => source.path.replace('/index.ts', ''))
}

/** Below its folder, or a smoke test of the part by the beginning of its name. */
function isTestOf(part: string, path: string): boolean {
  const noun = part.replace(/^.*\//, '').replace(/(ies|s)$/, '')
  return path.startsWith(`${part}/`) || path.startsWith(`console/e2e/${noun}`)
}
