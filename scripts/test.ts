// `npm test`: types, lint and the quick tiers. `npm run test:all` adds the slow tiers, `npm test -- --slow` runs those
// alone. `-- --changed [COMMIT]` keeps to what the changes since the last commit, or since the one named, can affect.
// `npm test -- PATTERN` runs the test files that match, of any tier, without types and lint.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { affectedTests } from '../server/structure/affected-tests.ts'
import { readSources } from '../server/structure/sources.ts'
import { uncovered } from '../server/structure/spec-coverage.ts'

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, slow: { type: 'boolean' }, changed: { type: 'boolean' } },
  allowPositionals: true,
})
const isOfChange = values.changed === true
const isWhole = !isOfChange && positionals.length === 0
const isNamed = !isOfChange && !isWhole

/** Projects of vitest that run together, and the tests of them by tag. */
const QUICK = ['--project=structure', '--project=unit*', '--project=integration', '--project=smoke']
const SLOW = ['--project=slow', '--project=apart', '--project=processes', '--project=e2e']
const runs = values.slow
  ? [SLOW, ['--project=integration', '--tags-filter=slow']]
  : [values.all || isNamed ? [...QUICK, ...SLOW] : [...QUICK, '--tags-filter=!slow']]
const wanted = isOfChange ? affectedTests(changedSince(positionals[0] ?? 'HEAD'), readSources()) : positionals
const folder = mkdtempSync(join(tmpdir(), 'atrium-run-'))
let passed = 0
let failed = 0

const CHECKS = {
  types: ['tsc', '--noEmit', '--checkers', '1', '-p', '.'],
  'types of the console': ['tsc', '--noEmit', '--checkers', '1', '-p', 'console'],
  'lint and format': ['biome', 'ci', '.'],
}
const checks = !values.slow && (isWhole || isOfChange) ? Object.entries(CHECKS) : []
// Next to the first tests, which wait more than they compute.
const checked = Promise.all(checks.map(async ([what, words]) => count(what, await runQuietly(words))))
for (const tests of runs) await runVitest(tests)
await checked
if (isWhole && values.all) {
  const missing = uncovered(folder)
  for (const line of missing) console.error(`spec coverage: ${line}`)
  count('every declared answer was provoked', missing.length === 0)
}
rmSync(folder, { recursive: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** What differs from the commit, and files that are new. */
function changedSince(commit: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n')
  const changed = git('diff', '--name-only', commit)
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean)
}

async function runVitest(tests: readonly string[]): Promise<void> {
  const report = join(tmpdir(), `atrium-report-${process.pid}.json`)
  const isClean = await run(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...tests,
    '--passWithNoTests',
    ...wanted,
  )
  const result = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  if (isWhole) printSlowest(result.testResults)
  passed += result.numPassedTests
  failed += result.numFailedTests
  // A file that does not load, or an error outside any test, fails the run too.
  if (!isClean && result.numFailedTests === 0) failed++
}

interface FileResult {
  name: string
  startTime: number
  endTime: number
}

/** Where the time goes: who makes the run faster begins with these. */
function printSlowest(files: readonly FileResult[]): void {
  const secondsOf = ({ startTime, endTime }: FileResult) => (endTime - startTime) / 1000
  const slowest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 30)
  console.log('\nthe slowest files, in seconds:')
  for (const file of slowest)
    console.log(`${secondsOf(file).toFixed(0).padStart(5)}  ${relative('.', file.name)}`)
}

async function run(command: string, ...args: string[]): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const env = { ...process.env, SPEC_COVERAGE_DIR: folder }
  const [code] = await once(spawn(command, args, { stdio: 'inherit', env }), 'close')
  return code === 0
}

/** Next to others; what it says comes as a whole. */
async function runQuietly([command = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, failure, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n${said}${failure}`)
  return code === 0
}

function count(what: string, isGood: boolean): void {
  if (isGood) passed++
  else failed++
  console.log(`${isGood ? 'passed' : 'FAILED'}: ${what}`)
}
