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

/** It measures the memory of the process: alone in its own. */
const APART = ['server/src/ports/outbound-http/soak.test.ts']

export default defineConfig({
  test: {
    // One more than the two cores that the run must do with: some files wait for a lease or a retry, not for a core.
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
