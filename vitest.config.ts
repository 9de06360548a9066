import { defineConfig } from 'vitest/config'

const shared = {
  // Files share a worker, which loads the server once for all of them: half of the processor time otherwise.
  isolate: false,
  globalSetup: ['server/test/global-setup.ts'],
  setupFiles: ['server/test/same-draws.ts'],
  // Long enough for slow and busy cores: only what fails takes them.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000 } },
}

/** Each alone in a process of its own. */
const APART = [
  // It measures the memory of the process.
  'server/src/ports/outbound-http/soak.test.ts',
  // They start git hundreds of times, and a start costs in proportion to the memory of the process that starts it.
  'server/src/ports/git/*.test.ts',
  'server/src/ports/git-forge/*.test.ts',
  'server/src/modules/coding/agent/*-session.test.ts',
  'server/src/modules/coding/agent/lost-worker.test.ts',
  'server/src/modules/coding/agent/session-elsewhere.test.ts',
  'server/src/modules/coding/agent/work/save-work.test.ts',
  'server/src/modules/coding/pull-requests/pull-requests.test.ts',
  'server/src/modules/coding/repository/exchange-source.test.ts',
  'server/src/modules/coding/sessions/read-session-diff.test.ts',
  'server/src/modules/coding/coding-tasks.test.ts',
]

export default defineConfig({
  test: {
    // One more than the two cores that the run must do with: some files wait for a lease or a retry, not for a core.
    // With five a run is no shorter: both cores are busy, and what waits asks more often.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'structure',
          include: ['server/structure/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'product',
          include: [
            'server/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'console/*.test.ts',
            'console/src/**/*.test.ts',
          ],
          exclude: APART,
        },
      },
      { test: { ...shared, name: 'apart', include: APART, isolate: true } },
      {
        test: {
          ...shared,
          name: 'processes',
          include: ['server/processes/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['console/e2e/*.e2e.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
