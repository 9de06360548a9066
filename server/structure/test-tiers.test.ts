/** Unit tests stay free of servers, databases and processes, so that they answer at once. */
import { expect, test } from 'vitest'
import { isSlow } from './affected-tests.ts'
import { readSources } from './sources.ts'

const sources = readSources()
const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]))
const isUnit = (path: string) =>
  /\.test\.tsx?$/.test(path) &&
  !/\.integration\.|^server\/(structure|processes)\//.test(path) &&
  !isSlow(path)
const unit = sources.filter(({ path }) => isUnit(path))

/** Modules that start a server, a database or a process, or exist to set one up for tests. */
const STARTERS = [
  /^server\/src\/(app|run|main)\.ts$/,
  /^server\/src\/platform\/database\/embedded\.ts$/,
  /^server\/test\/(app|template|postgres|migrated-database|receivers|use-app|use-shared-app|start-app)\.ts$/,
  /^server\/src\/.*\/test\/[\w-]*server\.ts$/,
  /^(node:)?child_process$/,
]

test('no unit test reaches what starts a server, a database or a process by its own imports or those of its scene', () => {
  const found = unit.flatMap(({ path }) =>
    scenesOf(path).flatMap((file) =>
      (importsOf.get(file) ?? [])
        .filter((target) => STARTERS.some((starter) => starter.test(target)))
        .map((target) => `${path} reaches ${target}`),
    ),
  )
  expect(found).toEqual([])
})

test('a test of rules, values, words or parsing is a unit test', () => {
  // `fix-rules` and `try-rules` are operations.
  const named = /\/((?!fix|try)\w+-rules|rules|values|words|parse-[\w-]+)\.(integration|slow)\.test\.ts$/
  expect(sources.map(({ path }) => path).filter((path) => named.test(path))).toEqual([])
})

test('there are unit tests of the server, the SDK and the console', () => {
  for (const folder of ['server/src/', 'sdk/src/', 'console/src/'])
    expect(unit.some(({ path }) => path.startsWith(folder))).toBe(true)
})

/** The test itself and the test support behind it; what it tests may well start things, the test just does not ask it to. */
function scenesOf(path: string): string[] {
  const scenes = new Set([path])
  for (const file of scenes)
    for (const target of importsOf.get(file) ?? []) if (/(^|\/)test\//.test(target)) scenes.add(target)
  return [...scenes]
}
