import { shorten } from '../../../../platform/text/shorten.ts'
import type { TestRunRow, TestRunStepRow } from '../../tables.ts'
import type { FailureCategory } from './failure-category.ts'
import type { BadState } from './first-bad-state.ts'
import type { ReportedEnding } from './reported-ending.ts'

const CATEGORIES: Record<NonNullable<FailureCategory>, string> = {
  app_bug: 'The app seems to be at fault.',
  test_outdated: 'The page works, but has changed; the test seems to be out of date.',
  flaky: 'The same test passed with the same app shortly before, so it may pass when it runs again.',
  environment:
    'Neither the app nor the test is at fault as far as can be seen; look at addresses and servers.',
  agent_error:
    'The step was not understood or could not be carried out; write it more exactly, or give it params.',
}
const SIGNS: Record<BadState['kind'], string> = {
  console_error: 'the page reported an error',
  page_error: 'the page failed with an error that nothing caught',
  failed_request: 'a request of the page failed',
  step_failed: 'the step failed',
}

/** A few sentences: what happened, and what to look at. */
export function summarize(facts: {
  run: Pick<TestRunRow, 'flow'>
  ending: ReportedEnding
  steps: readonly TestRunStepRow[]
  first_bad_state: BadState | null
  failure_category: FailureCategory
}): string {
  const { run, ending, steps, first_bad_state, failure_category } = facts
  switch (ending.status) {
    case 'passed':
      return [allPassed(steps), ...healedSentence(steps), ...noticedSentence(steps)].join(' ')
    case 'cancelled':
      return [whyCancelled(run, ending), progressSentence(steps)].join(' ')
    default:
      return [
        whatFailed(ending, steps),
        ...signSentence(first_bad_state, steps),
        ...(failure_category ? [CATEGORIES[failure_category]] : []),
        ...healedSentence(steps),
      ].join(' ')
  }
}

function allPassed({ length }: readonly unknown[]): string {
  if (length === 0) return 'The run passed.'
  return length === 1 ? 'The step passed.' : `All ${length} steps passed.`
}

function whatFailed({ status, error }: ReportedEnding, steps: readonly TestRunStepRow[]): string {
  const at = steps.findIndex(({ status }) => status === 'failed')
  const failed = steps[at]
  const start = status === 'failed' ? 'The run failed' : 'The run could not be carried out'
  if (!failed) return `${start}: ${error?.message ?? 'something went wrong.'}`
  const reason = shorten(failed.error?.message ?? error?.message ?? 'it failed.', 500)
  return `Step ${at + 1} of ${steps.length}, “${shorten(failed.instruction, 200)}”, failed: ${reason}`
}

function signSentence(bad: BadState | null, steps: readonly TestRunStepRow[]): string[] {
  if (!bad || bad.kind === 'step_failed') return []
  const at = steps.findIndex(({ id }) => id === bad.step_id)
  return [
    `The first sign of trouble was at step ${at + 1}: ${SIGNS[bad.kind]} (${shorten(bad.message, 300)}).`,
  ]
}

function healedSentence(steps: readonly TestRunStepRow[]): string[] {
  const count = steps.filter(({ healed }) => healed).length
  if (count === 0) return []
  return [
    count === 1
      ? 'One step found its element under another name.'
      : `${count} steps found their elements under other names.`,
  ]
}

function noticedSentence(steps: readonly TestRunStepRow[]): string[] {
  const errors = steps.reduce((sum, step) => sum + step.console_errors.length, 0)
  const requests = steps.reduce((sum, step) => sum + step.failed_requests.length, 0)
  if (errors + requests === 0) return []
  return [
    `On the way the pages reported ${counted(errors, 'error')} and ${counted(requests, 'failed request')}.`,
  ]
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
}

function whyCancelled({ flow }: Pick<TestRunRow, 'flow'>, { cancel_reason }: ReportedEnding): string {
  if (cancel_reason === 'timeout')
    return `The run took longer than ${flow.timeout_seconds} seconds and was ended.`
  if (cancel_reason === 'flow_deleted') return 'The run was cancelled because its test was deleted.'
  return 'The run was cancelled.'
}

function progressSentence(steps: readonly TestRunStepRow[]): string {
  if (steps.length === 0) return 'No step had begun.'
  const passed = steps.filter(({ status }) => status === 'passed').length
  return `${passed} of ${steps.length} steps had passed.`
}
