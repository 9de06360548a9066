/** How a run of a test and its steps went, in words. */
import type { TestReport, TestRun, TestRunStep, TestRunSummary } from '@atrium/sdk'

type Status = TestRun['status']
type Tone = 'good' | 'open' | 'caution' | 'danger'

interface Look {
  label: string
  tone: Tone
}

export const RUN_LOOKS: Record<Status, Look> = {
  queued: { label: 'Waiting for a browser', tone: 'open' },
  running: { label: 'Running', tone: 'open' },
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'caution' },
  error: { label: 'Could not be run', tone: 'caution' },
}

export const STEP_LOOKS: Record<TestRunStep['status'], Look> = {
  waiting: { label: 'Not yet', tone: 'open' },
  running: { label: 'Running', tone: 'open' },
  passed: { label: 'Passed', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Left out', tone: 'caution' },
}

/** Of a step, where it comes as a text. */
export const stepStatus = (status: string) =>
  Object.entries(STEP_LOOKS).find(([id]) => id === status)?.[1].label ?? status

export const isOpenRun = (status: Status) => status === 'queued' || status === 'running'

export const TRIGGERS: Record<TestRun['trigger'], string> = {
  manual: 'By hand',
  schedule: 'Schedule',
  publish: 'Publishing',
  api: 'API',
}

export const RESOLVED_BY: Record<NonNullable<TestRunStep['resolved_by']>, string> = {
  explicit: 'Done exactly as written',
  cache: 'Known from an earlier run',
  rules: 'Understood by rules',
  model: 'Understood by the language model',
}

/** What went wrong and what to do about it; the message of the run says the particulars. */
export const FAULTS: Record<NonNullable<TestRun['error']>['code'], { title: string; advice: string }> = {
  assertion_failed: {
    title: 'Something is not as expected',
    advice: 'Look at the picture: is the app wrong, or what the step expects?',
  },
  element_not_found: {
    title: 'The page does not have it',
    advice: 'Was it renamed or moved? Say it as the page does now, or mend the page.',
  },
  element_ambiguous: {
    title: 'The page has several of it',
    advice: 'Say which one, or give its number under Exact.',
  },
  not_understood: {
    title: 'The step was not understood',
    advice: 'Write it more plainly, such as: Click “Save”. Or say it under Exact.',
  },
  step_timed_out: {
    title: 'It took too long',
    advice: 'Is the page slow? Give the step more time under Exact.',
  },
  page_unreachable: {
    title: 'The page does not answer',
    advice: 'Open the start address yourself. Is the site published?',
  },
  page_crashed: { title: 'The page broke down', advice: 'It may use too much memory. Run the test again.' },
  host_not_allowed: {
    title: 'The page wanted to load from elsewhere',
    advice: 'Add the host to the other hosts of the test, if you trust it.',
  },
  model_unavailable: {
    title: 'There is no language model to understand the step',
    advice: 'Say what it does under Exact, or have a language model set up.',
  },
  browser_unavailable: {
    title: 'There is no browser on the server',
    advice: 'Those who run Atrium have to install Chromium there.',
  },
  sign_in_failed: {
    title: 'The test user could not sign in',
    advice: 'Does the app have this role, and does it let people sign in?',
  },
  run_timed_out: { title: 'The run took too long', advice: 'Make it shorter, or give it more time.' },
  worker_lost: { title: 'The server stopped on the way', advice: 'Run the test again.' },
  internal_error: { title: 'Something failed in Atrium itself', advice: 'Run the test again.' },
}

type Category = NonNullable<TestReport['failure_category']>

export const CATEGORIES: Record<Category, { title: string; advice: string }> = {
  app_bug: {
    title: 'Probably a fault of the app',
    advice:
      'The app does not do what the test expects. Begin with the first sign of trouble, or with the step that failed.',
  },
  test_outdated: {
    title: 'Probably the test is out of date',
    advice: 'The app looks different than the test expects. Change the steps, if the app is right.',
  },
  flaky: {
    title: 'It comes and goes',
    advice:
      'The same test passed on the same app before. Run it again; if it keeps changing, wait for something before the step that fails.',
  },
  environment: {
    title: 'Something around the app',
    advice:
      'A host did not answer or was not allowed. Check the address and the other hosts, then run it again.',
  },
  agent_error: {
    title: 'The test could not be carried out',
    advice: 'This says nothing about the app. Write the step more plainly or exactly, then run it again.',
  },
}

export const FIRST_SIGNS: Record<NonNullable<TestReport['first_bad_state']>['kind'], string> = {
  console_error: 'The page wrote an error',
  failed_request: 'A request failed',
  page_error: 'The page threw an error',
  step_failed: 'The step failed',
}

export const DIFFERENCES: Record<TestReport['differences'][number]['what'], string> = {
  status: 'Result',
  target: 'Element',
  url: 'Address',
  console_errors: 'Errors of the page',
  failed_requests: 'Failed requests',
  duration: 'Time',
  page: 'Page',
}

export function whyCancelled({ cancel_reason }: Pick<TestRunSummary, 'cancel_reason'>): string {
  if (cancel_reason === 'flow_deleted') return 'The test was deleted while it ran.'
  if (cancel_reason === 'timeout') return 'It took longer than it may.'
  return 'Somebody cancelled it.'
}

/** One line below the status of a run in a list. */
export function whatHappened(run: TestRunSummary): string | null {
  if (run.error) return run.error.message
  if (run.status === 'cancelled') return whyCancelled(run)
  return null
}

export const stepName = (steps: readonly TestRunStep[], id: string) => {
  const place = steps.findIndex((step) => step.id === id)
  return place < 0 ? `Step ${id}` : `Step ${place + 1}: ${steps[place]?.instruction}`
}
