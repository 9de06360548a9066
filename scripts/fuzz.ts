// The long form of every random test: `npm run fuzz` tries ten times as many cases, `FUZZ=100 npm run fuzz` a hundred
// times. `npm run fuzz -- PATTERN` runs only the files that match.
import { spawnSync } from 'node:child_process'
import { readSources } from '../server/structure/sources.ts'

const pattern = process.argv[2] ?? ''
const factor = process.env.FUZZ ?? '10'
const files = readSources()
  .filter(({ path, text }) => path.endsWith('.test.ts') && text.includes('randomRuns('))
  .map(({ path }) => path)
  .filter((path) => path.includes(pattern))
const { status } = spawnSync('vitest', ['run', '--testTimeout', String(60_000 * Number(factor)), ...files], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ: factor },
})
process.exitCode = status ?? 1
