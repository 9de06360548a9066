import type { ImportedTests } from '../modules/browser-tests/index.ts'
import { demoFlows } from './test-flows.ts'
import { demoTestRuns } from './test-runs.ts'

/**
 * Automated tests of the shop and how they went; archives leave the steps of runs out. None starts by itself. They look at
 * the site that is published here, since nobody answers at the address that the company has for it.
 */
export function demoTests(now: Date, addresses: ReadonlyMap<string, string> = new Map()): ImportedTests {
  const flows = demoFlows(now, addresses)
  return { flows, runs: demoTestRuns(now, flows) }
}
