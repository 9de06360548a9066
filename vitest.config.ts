import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Compiled once for all workers and runs: half of the time that a worker takes to load the server.
const compiled = join(fileURLToPath(new URL('.', import.meta.url)), 'node_modules', '.compile-cache')
enableCompileCache(compiled)
process.env.NODE_COMPILE_CACHE ??= compiled

const INTEGRATION = '**/*.integration.test.ts'
const SLOW = '**/*.slow.test.ts'
const NOT_UNIT = [INTEGRATION, SLOW, '**/node_modules/**']

/** Slow tests that each need a process of their own. */
const APART = [
  // It measures the memory of the process.
  'server/src/ports/outbound-http/soak.slow.test.ts',
  // They start git, and a start costs in proportion to the memory of the process that starts it.
  'server/src/ports/{git,git-forge}/*.slow.test.ts',
  'server/src/modules/coding/**/*.slow.test.ts',
]

const usual = {
  setupFiles: ['server/test/same-draws.ts'],
  // Files share a worker, which loads the server once for all of them: half of the processor time otherwise.
  isolate: false,
  // Node runs our TypeScript as it is.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Long enough for slow and busy cores: only failures take them.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000 } },
}

const onPostgres = { ...usual, globalSetup: ['server/test/global-setup.ts'] }
const inBrowser = { ...onPostgres, testTimeout: 120_000 }

/** The tiers: CONTRIBUTING.md says what each is for, `scripts/test.ts` which of them a command runs. */
export default defineConfig({
  test: {
    // One more than the two cores that the run must do with: some files wait for a lease or a retry, not for a core.
    // With five a run is no shorter: both cores are busy, and waiting files poll more often.
    maxWorkers: 3,
    tags: [
      { name: 'slow', description: 'A test that takes a second or more: only `npm run test:all` runs it.' },
    ],
    projects: [
      { test: { ...usual, name: 'structure', include: ['server/structure/*.test.ts'] } },
      {
        test: {
          ...usual,
          name: 'unit',
          pool: 'threads',
          include: ['{server,sdk}/**/*.test.ts'],
          exclude: [...NOT_UNIT, 'server/{structure,processes}/**'],
        },
      },
      {
        test: {
          ...usual,
          name: 'unit-console',
          pool: 'threads',
          include: ['console/**/*.test.{ts,tsx}'],
          exclude: NOT_UNIT,
          // Vite compiles the console, here as in a build.
          experimental: {},
        },
      },
      { test: { ...onPostgres, name: 'integration', include: [`{server,sdk,console}/${INTEGRATION}`] } },
      { test: { ...inBrowser, name: 'smoke', include: ['console/e2e/*.smoke.ts'] } },
      { test: { ...onPostgres, name: 'slow', include: [`{server,sdk,console}/${SLOW}`], exclude: APART } },
      { test: { ...onPostgres, name: 'apart', include: APART, isolate: true } },
      {
        test: {
          ...onPostgres,
          name: 'processes',
          include: ['server/processes/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      { test: { ...inBrowser, name: 'e2e', include: ['console/e2e/*.e2e.ts'] } },
    ],
  },
})
