import type { FailedRequest, TestError, TestFault } from '@atrium/contract/test-runs'
import { describe, expect, test } from 'vitest'
import type { TestRunStepRow } from '../../tables.ts'
import { changeOfPage } from './page-change.ts'
import type { ReportedEnding } from './reported-ending.ts'
import { type ReportFacts, writeReport } from './write-report.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const RUN = {
  id: 'exe_2',
  flow_id: 'flw_1',
  flow_name: 'Buy',
  flow: { goal: 'Buy', role: null, steps: [], allowed_hosts: [], timeout_seconds: 60 },
}
const step = (id: string, fields: Partial<TestRunStepRow> = {}): TestRunStepRow => ({
  ...{ execution_id: 'exe_2', seq: 0, id, kind: 'act', instruction: `Do ${id}`, status: 'passed' },
  ...{ resolved_by: 'explicit', performed: null, healed: null, extracted: null, url: null, error: null },
  ...{ console_errors: [], failed_requests: [], screenshot_id: null, snapshot_id: null },
  ...{ started_at: NOW, completed_at: NOW },
  ...fields,
})
const request = (status: number | null): FailedRequest => ({
  method: 'GET',
  url: '/api',
  status,
  error: null,
})
const error = (code: TestFault): TestError => ({ code, message: 'It is not there.' })
const failing = (code: TestFault, fields: Partial<TestRunStepRow> = {}) =>
  step('b', { status: 'failed', error: error(code), ...fields })

function reportOn(
  steps: TestRunStepRow[],
  { ending = {}, ...facts }: Partial<ReportFacts> & { ending?: Partial<ReportedEnding> } = {},
) {
  const failed = steps.find(({ status }) => status === 'failed')
  return writeReport(
    RUN,
    {
      status: failed ? 'failed' : 'passed',
      error: failed?.error ?? null,
      cancel_reason: null,
      model_calls: 0,
      ...ending,
    },
    { steps, artifacts: [], lastGood: null, passedBefore: false, now: NOW, ...facts },
  )
}

describe('the category of a failure', () => {
  const good = { id: 'exe_1', steps: [step('a'), step('b', { performed: performed('button', 'Add') })] }
  const page = (after: string) => ({ ending: { page: { step_id: 'b', before: '- button "Add"', after } } })

  test.each<[string, TestRunStepRow[], Parameters<typeof reportOn>[1], string | null]>([
    ['passed', [step('a')], {}, null],
    ['unreachable', [failing('page_unreachable')], {}, 'environment'],
    ['not allowed', [failing('host_not_allowed')], {}, 'environment'],
    ['lost', [], { ending: { status: 'error', error: error('worker_lost') } }, 'environment'],
    [
      'without a browser',
      [],
      { ending: { status: 'error', error: error('browser_unavailable') } },
      'environment',
    ],
    [
      'without a model',
      [],
      { ending: { status: 'error', error: error('model_unavailable') } },
      'agent_error',
    ],
    ['not understood', [failing('not_understood')], {}, 'agent_error'],
    ['a fault of ours', [], { ending: { status: 'error', error: error('internal_error') } }, 'agent_error'],
    ['passed shortly before', [failing('assertion_failed')], { passedBefore: true }, 'flaky'],
    [
      'unreachable although it passed before',
      [failing('page_unreachable')],
      { passedBefore: true },
      'environment',
    ],
    ['another content', [failing('assertion_failed')], {}, 'app_bug'],
    [
      'a server that fails',
      [failing('element_not_found', { failed_requests: [request(502)] })],
      {},
      'app_bug',
    ],
    ['no answer', [failing('element_not_found', { failed_requests: [request(null)] })], {}, 'app_bug'],
    [
      'a page that fails',
      [failing('element_not_found', { console_errors: ['Uncaught Error: x'] })],
      {},
      'app_bug',
    ],
    ['trouble before', [step('a', { console_errors: ['x'] }), failing('element_not_found')], {}, 'app_bug'],
    [
      'another name',
      [failing('element_not_found')],
      { lastGood: good, ...page('- button "Put"') },
      'test_outdated',
    ],
    ['gone', [failing('element_not_found')], { lastGood: good, ...page('- link "Put"') }, 'app_bug'],
    ['never there', [failing('element_not_found')], {}, 'test_outdated'],
    [
      'failed, of which no more is known',
      [],
      { ending: { status: 'failed', error: error('assertion_failed') } },
      'app_bug',
    ],
    ['cancelled', [step('a')], { ending: { status: 'cancelled', cancel_reason: 'user' } }, null],
    ['too slow', [step('a')], { ending: { status: 'cancelled', cancel_reason: 'timeout' } }, 'environment'],
  ])('%s', (_, steps, facts, category) => {
    expect(reportOn(steps, facts).failure_category).toBe(category)
  })
})

describe('the first bad state', () => {
  test.each<[string, TestRunStepRow[], object | null]>([
    ['none when it passed', [step('a', { console_errors: ['x'] })], null],
    ['the step itself', [step('a'), failing('assertion_failed')], { step_id: 'b', kind: 'step_failed' }],
    [
      'a step before',
      [step('a', { console_errors: ['Failed to load'] }), failing('assertion_failed')],
      { step_id: 'a', kind: 'console_error', message: 'Failed to load' },
    ],
    [
      'the server before what the page says of it',
      [failing('assertion_failed', { console_errors: ['TypeError: x'], failed_requests: [request(500)] })],
      { step_id: 'b', kind: 'failed_request', message: 'GET /api: status 500' },
    ],
    [
      'an error that nothing caught before others',
      [failing('assertion_failed', { console_errors: ['careful', 'Uncaught TypeError: x'] })],
      { step_id: 'b', kind: 'page_error', message: 'Uncaught TypeError: x' },
    ],
    [
      'nothing after the step that failed',
      [failing('assertion_failed'), step('c', { console_errors: ['x'] })],
      { step_id: 'b', kind: 'step_failed' },
    ],
  ])('%s', (_, steps, expected) => {
    const { first_bad_state } = reportOn(steps)
    if (expected) expect(first_bad_state).toMatchObject(expected)
    else expect(first_bad_state).toBeNull()
  })
})

describe('the summary', () => {
  test('says what failed, where it began, and whose fault it seems', () => {
    const steps = [step('a', { failed_requests: [request(500)] }), failing('assertion_failed'), step('c')]
    expect(reportOn(steps).summary).toBe(
      'Step 2 of 3, “Do b”, failed: It is not there. The first sign of trouble was at step 1: a request of the page ' +
        'failed (GET /api: status 500). The app seems to be at fault.',
    )
  })

  test('says what was healed and noticed when all passed', () => {
    const healed = { before: { text: 'Add' }, after: { text: 'Put' }, reason: 'renamed' }
    const made = reportOn([step('a', { healed, console_errors: ['x'] }), step('b')])
    expect(made.summary).toBe(
      'All 2 steps passed. One step found its element under another name. On the way the pages reported 1 error and ' +
        'no failed requests.',
    )
    expect(made.healed).toEqual([{ step_id: 'a', ...healed }])
  })
})

describe('differences from the last good run', () => {
  const later = (ms: number) => new Date(NOW.getTime() + ms)

  test('are those of steps with the same id', () => {
    const lastGood = {
      id: 'exe_1',
      steps: [
        step('a', {
          performed: performed('button', 'Add'),
          url: 'https://old.example.com/cart',
          completed_at: later(100),
        }),
        step('gone'),
      ],
    }
    const steps = [
      step('a', {
        performed: performed('button', 'Put'),
        url: 'https://new.example.com/basket',
        console_errors: ['x'],
        completed_at: later(5_000),
      }),
      failing('assertion_failed'),
    ]
    expect(reportOn(steps, { lastGood }).differences).toEqual([
      { step_id: 'a', what: 'target', before: 'button "Add"', after: 'button "Put"' },
      { step_id: 'a', what: 'url', before: '/cart', after: '/basket' },
      { step_id: 'a', what: 'console_errors', before: null, after: 'x' },
      { step_id: 'a', what: 'duration', before: '100 ms', after: '5000 ms' },
    ])
  })

  test('are bounded', () => {
    const many = Array.from({ length: 50 }, (_, at) => step(`s${at}`))
    const lastGood = { id: 'exe_1', steps: many }
    const steps = many.map((one) => ({ ...one, url: 'x'.repeat(5_000), console_errors: ['y'.repeat(5_000)] }))
    const { differences } = reportOn(steps, { lastGood })
    expect(differences.length).toBe(50)
    expect(Math.max(...differences.map(({ after }) => after?.length ?? 0))).toBe(500)
  })

  test('of pages are the lines that only one of them has', () => {
    const before = '- heading "Shop"\n  - button "Add" [ref=e2]'
    expect(changeOfPage('a', before, '- heading "Shop"\n  - button "Put" [ref=e7]')).toEqual({
      step_id: 'a',
      before: '- button "Add"',
      after: '- button "Put"',
    })
    expect(changeOfPage('a', before, '- heading "Shop" [ref=e1]\n- button "Add"')).toBeNull()
  })
})

function performed(role: string, name: string): TestRunStepRow['performed'] {
  return { action: 'click', target: { role, name }, value: null }
}
