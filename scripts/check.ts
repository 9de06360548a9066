// Types, lint, format and the structure tests: what every commit passes, in under a minute. `npm run check -- --fix`
// formats first, and fixes what can be fixed.
import { spawnSync } from 'node:child_process'

const STEPS = [
  ['tsc', '--noEmit', '-p', '.'],
  ['tsc', '--noEmit', '-p', 'console'],
  ['biome', 'ci', '.'],
  ['vitest', 'run', '--project', 'structure'],
] as const

const FIX = ['biome', 'check', '--write', '.'] as const

for (const [command, ...args] of process.argv.includes('--fix') ? [FIX, ...STEPS] : STEPS) {
  console.error(`\n> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
