/** What is done on the pages of automated tests and their runs; the demo shop has some that ran. */
import type { Page } from 'playwright-core'
import { type Act, choose, click } from './act.ts'
import { LIVE, showTests } from './test-scene.ts'

export interface TestScene {
  workspaceId: string
  tests: {
    /** Called Sign in, with a run. */
    flow: string
    run: string
  }
}

export function actsOfTests({ workspaceId, tests }: TestScene): Act[] {
  const t = `/w/${workspaceId}/apps/app_demo_storefront/tests`
  const run = `${t}/runs/${tests.run}`
  return [
    {
      at: 'tests/NewTestPage.tsx',
      sends: 'flows.create',
      path: `${t}/new`,
      typed: { Name: 'Nightly', Goal: 'A visitor finds a lamp' },
      press: 'Create test',
    },
    {
      at: 'tests/StepsPart.tsx',
      sends: 'flows.update',
      path: `${t}/${tests.flow}`,
      typed: { Goal: 'A customer gets in' },
      press: 'Save',
    },
    {
      at: 'tests/DeleteTest.tsx',
      sends: 'flows.delete',
      path: t,
      open: choose('Sign in', 'Delete test'),
      press: 'Delete test',
    },
    { at: 'tests/use-start-run.ts', sends: 'test_runs.start', path: t, press: 'Run Sign in' },
    {
      at: 'tests/RecordTest.tsx',
      sends: 'recordings.create',
      path: t,
      open: click('button', 'Record'),
      press: 'Begin recording',
    },
    {
      at: 'tests/use-discard-recording.ts',
      sends: 'recordings.delete',
      path: t,
      open: async (page) => {
        await showTests(page)
        await beginRecording(page)
        await click('button', 'Discard')(page)
      },
      press: 'Discard recording',
    },
    {
      at: 'test-runs/CancelTestRun.tsx',
      sends: 'test_runs.cancel',
      path: run,
      open: async (page) => {
        await showTests(page, { 'test_runs.read': LIVE[2] })
        await click('button', 'Cancel')(page)
      },
      press: 'Cancel run',
    },
    {
      at: 'test-runs/TestRunHeader.tsx',
      sends: 'test_runs.read_artifact',
      path: run,
      // Left to the test, which refuses it.
      open: (page) => showTests(page, { 'test_runs.read_artifact': undefined }),
      press: 'Download trace',
    },
  ]
}

export async function beginRecording(page: Page) {
  await click('button', 'Record')(page)
  await click('button', 'Begin recording')(page)
  await page.getByRole('region', { name: 'Recorded steps' }).waitFor()
}
