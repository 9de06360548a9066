/** `atrium tests` against a stand-in: what a run does is the business of the server's own tests. */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../../test/run-cli.ts'
import { type Answering, refusal, startStandIn } from '../../test/stand-in.ts'

const step = (status: string, more: object = {}) => ({
  ...{ id: 's1', kind: 'act', instruction: 'Click “Pay <now>”', status, healed: null, error: null },
  ...more,
})
const run = (n: number, status: string, more: object = {}): Answering => ({
  body: {
    ...{
      id: `exe_${n}`,
      flow_id: `flw_${n}`,
      flow_name: `Test ${n}`,
      status,
      step_count: 2,
      steps_passed: 1,
    },
    ...{ error: null, cancel_reason: null, created_date: '2026-11-17T09:30:00.000Z', duration_ms: 4_150 },
    ...{ steps: [], ...more },
  },
})
const BROKEN = {
  error: { code: 'assertion_failed', message: 'It says "5 & 6"\x1b[2J' },
  steps: [step('passed'), step('failed', { error: { code: 'assertion_failed', message: 'No' } })],
}
const REPORT = { body: { failure_category: 'app_bug', summary: 'It broke.' } }
/** As often as one read is tried. */
const AWAY: Answering[] = ['cut', 'cut', 'cut']
const AT = '/api/apps/app_1/testing-agent'

const tests = async (words: string, ...replies: [Answering, ...Answering[]]) => {
  const { url, received } = await startStandIn(...replies)
  const ended = await cli(`tests ${words} --url ${url} --token pat_1`)
  const asked = received.map(({ method, path }) => `${method} ${path.replace(AT, '')}`)
  return { ...ended, asked, received }
}

test('runs a test, shows how it goes, and ends with 0 when it passed', async () => {
  const { code, stdout, stderr, asked, received } = await tests(
    'run app_1 flw_1 --wait --output table --start-url https://preview.example.com',
    run(1, 'queued'),
    run(1, 'running', { steps: [step('running')] }),
    run(1, 'passed'),
  )
  expect([code, asked]).toEqual([0, ['POST /executions', 'GET /executions/exe_1', 'GET /executions/exe_1']])
  expect(received[0]?.body).toEqual({ flow_id: 'flw_1', start_url: 'https://preview.example.com' })
  expect(stderr.split('\n')).toEqual([
    'Test 1: started exe_1',
    'Test 1: 1/2 Click “Pay <now>”',
    'Test 1: passed',
    '',
  ])
  expect(stdout).toBe('passed     4.2 s  Test 1\n1 passed.\n')
})

test('ends with 1 when one failed, whatever else went wrong, and writes JUnit XML', async () => {
  const folder = join(tmpdir(), `atrium-junit-${process.pid}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'out', 'junit.xml')
  const { code, stdout, stderr } = await tests(
    `run app_1 flw_1 flw_2 flw_3 flw_2 --junit ${file}`,
    run(1, 'queued'),
    run(2, 'queued'),
    refusal(404, 'flow_not_found'),
    run(1, 'passed', { steps: [step('passed', { healed: { reason: 'The button was renamed' } })] }),
    run(2, 'failed', BROKEN),
    REPORT,
  )
  expect(code).toBe(1)
  expect(stderr).toContain('atrium: 1 of 3 tests failed.')
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ passed: 1, failed: 1, error: 1 },
    tests: [
      { verdict: 'passed', execution_id: 'exe_1', duration_ms: 4_150 },
      { verdict: 'failed', category: 'app_bug', message: expect.stringContaining('5 & 6') },
      { verdict: 'error', category: 'flow_not_found', execution_id: null },
    ],
  })
  expect((await readFile(file, 'utf8')).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="Atrium" tests="3" failures="1" errors="1" time="8.300">',
    '  <testsuite name="app_1" tests="3" failures="1" errors="1" time="8.300" skipped="0" timestamp="2026-11-17T09:30:00.000Z">',
    '    <testcase name="Test 1" classname="app_1" time="4.150">',
    '      <system-out>Run exe_1',
    '1. passed  Click “Pay &lt;now&gt;” | healed: The button was renamed</system-out>',
    '    </testcase>',
    '    <testcase name="Test 2" classname="app_1" time="4.150">',
    '      <failure message="Click “Pay &lt;now&gt;”: It says &quot;5 &amp; 6&quot;\\u001b[2J" type="app_bug">Click “Pay &lt;now&gt;”: It says &quot;5 &amp; 6&quot;\\u001b[2J</failure>',
    '      <system-out>Run exe_2',
    '1. passed  Click “Pay &lt;now&gt;”',
    '2. failed  Click “Pay &lt;now&gt;” | assertion_failed: No</system-out>',
    '    </testcase>',
    '    <testcase name="flw_3" classname="app_1" time="0.000">',
    expect.stringContaining('type="flow_not_found">flow_not_found: About flow_not_found. (req_1)</error>'),
    '    </testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ])
})

test('runs all tests; one that has a run going is waited for', { tags: 'slow' }, async () => {
  const flows = { items: [{ id: 'flw_1', name: 'One' }], next_cursor: null, has_more: false }
  const { code, asked, stderr } = await tests(
    'run app_1 --all --wait',
    { body: flows },
    refusal(409, 'flow_running'),
    run(1, 'queued'),
    run(1, 'passed'),
  )
  expect([code, asked]).toEqual([
    0,
    ['GET /flows', 'POST /executions', 'POST /executions', 'GET /executions/exe_1'],
  ])
  expect(stderr).toContain('One: waits: About flow_running.')
})

test('while there is no room for more, none is asked for', { tags: 'slow' }, async () => {
  const { code, asked, received } = await tests(
    'run app_1 flw_1 flw_2 flw_3 --wait',
    run(1, 'queued'),
    refusal(409, 'test_queue_full'),
    run(1, 'passed'),
    run(2, 'queued'),
    run(3, 'queued'),
    run(2, 'passed'),
    run(3, 'passed'),
  )
  const [start, look] = ['POST /executions', (n: number) => `GET /executions/exe_${n}`] as const
  expect([code, asked]).toEqual([0, [start, start, look(1), start, start, look(2), look(3)]])
  const started = received.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(started).toEqual(['flw_1', 'flw_2', 'flw_2', 'flw_3'].map((flow_id) => ({ flow_id })))
})

test('at most ten wait or run at a time', { tags: 'slow' }, async () => {
  const ids = Array.from({ length: 11 }, (_, n) => n + 1)
  const { code, asked } = await tests(
    `run app_1 ${ids.map((n) => `flw_${n}`).join(' ')} --wait`,
    ...([run(1, 'queued'), ...ids.slice(1, 10).map((n) => run(n, 'queued'))] as const),
    ...ids.slice(0, 10).map((n) => run(n, 'passed')),
    ...[run(11, 'queued'), run(11, 'passed')],
  )
  const started = asked.flatMap((one, at) => (one === 'POST /executions' ? [at] : []))
  expect([code, started]).toEqual([0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20]])
})

test('one for which there was no room in time is an error too', { tags: 'slow' }, async () => {
  const { code, stdout } = await tests(
    'run app_1 flw_1 flw_2 --wait --timeout 1',
    refusal(409, 'test_queue_full'),
  )
  expect([code, JSON.parse(stdout)]).toMatchObject([
    2,
    {
      error: 2,
      tests: ['flw_1', 'flw_2'].map((flow_id) => ({ flow_id, category: 'timed_out', execution_id: null })),
    },
  ])
})

test('a server that is away for a moment ends nothing, also when the report is read', {
  tags: 'slow',
}, async () => {
  const { code, stdout } = await tests(
    'run app_1 flw_1 --wait',
    run(1, 'queued'),
    ...AWAY,
    run(1, 'failed', BROKEN),
    ...AWAY,
    run(1, 'failed', BROKEN),
    REPORT,
  )
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { tests: [{ category: 'app_bug' }] }])
})

test('ends with 2 when it could not be run: error, cancelled, too late, refused, nothing there', {
  tags: 'slow',
}, async () => {
  const lost = { error: { code: 'worker_lost', message: 'The worker was lost.' } }
  const error = await tests('run app_1 flw_1 --wait', run(1, 'queued'), run(1, 'error', lost), {
    body: { failure_category: 'environment', summary: '' },
  })
  expect([error.code, JSON.parse(error.stdout)]).toMatchObject([2, { tests: [{ category: 'environment' }] }])
  const cancelled = await tests(
    'run app_1 flw_1 --wait',
    run(1, 'queued'),
    run(1, 'cancelled', { cancel_reason: 'user' }),
    REPORT,
  )
  expect([cancelled.code, JSON.parse(cancelled.stdout)]).toMatchObject([
    2,
    { tests: [{ category: 'cancelled', message: 'The run was cancelled (user).' }] },
  ])
  const late = await tests('run app_1 flw_1 --wait --timeout 1', run(1, 'queued'))
  expect([late.code, JSON.parse(late.stdout)]).toMatchObject([2, { tests: [{ category: 'timed_out' }] }])
  const refused = await tests('run app_1 flw_1 --wait', refusal(403, 'editor_required'))
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('editor_required') })
  const none = { body: { items: [], next_cursor: null, has_more: false } }
  expect(await tests('run app_1 --all', none)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no tests'),
  })
})

test('without --wait it starts them and goes', async () => {
  const { code, stdout, asked } = await tests('run app_1 flw_1', run(1, 'queued'))
  expect([code, asked]).toEqual([0, ['POST /executions']])
  expect(JSON.parse(stdout)).toEqual({
    runs: [{ id: 'exe_1', flow_id: 'flw_1', flow_name: 'Test 1', status: 'queued' }],
  })
})

test.each([
  ['while one is started', run(1, 'queued')],
  ['while it waits for its turn', { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '60' } }],
])('without --wait it starts no more once it is interrupted, %s', async (_, reply) => {
  const { url, received } = await startStandIn(reply)
  let interrupt = () => {}
  const ended = await cli(`tests run app_1 flw_1 flw_2 flw_3 --url ${url}`, {
    onInterrupt: (stop) => {
      interrupt = () => stop(130)
    },
    fetch: async (...asked) => {
      const answer = await fetch(...asked)
      if (received.length > 0) interrupt()
      return answer
    },
  })
  expect([ended.code, received.length]).toEqual([130, 1])
  expect(ended.stderr).toContain('What was started goes on; see atrium test-runs list app_1')
})

test('lists tests, and shows the report of a run or of the latest run of a test', async () => {
  const last_run = { id: 'exe_1', status: 'failed', completed_at: '2026-11-17T09:30:00.000Z' }
  const flow = { id: 'flw_1', name: 'Buy', last_run, step_count: 2, schedule: null, on_publish: true }
  const listed = await tests('list app_1 --output table', {
    body: { items: [flow], next_cursor: null, has_more: false },
  })
  expect(listed.stdout).toMatch(/name +id .*\nBuy +flw_1 +failed +2026-11-17T09:30:00.000Z +2 +on publish\n$/)
  const report = {
    ...{ flow_name: 'Buy', verdict: 'failed', failure_category: 'app_bug', summary: 'It broke.' },
    ...{ first_bad_state: { step_id: 's1', kind: 'console_error', message: 'x is undefined' }, healed: [] },
    model_calls: 0,
  }
  const shown = await tests(
    'report app_1 flw_1 --output table',
    { body: flow },
    { body: report },
    run(1, 'failed', BROKEN),
  )
  expect(shown.asked).toEqual(['GET /flows/flw_1', 'GET /analysis/exe_1', 'GET /executions/exe_1'])
  expect(shown.stdout.split('\n')).toEqual([
    'Buy: failed (app_bug)',
    'It broke.',
    'Run exe_1',
    '1. passed  Click “Pay <now>”',
    '2. failed  Click “Pay <now>” | assertion_failed: No',
    'First sign of trouble: console_error: x is undefined',
    'Model calls: 0',
    '',
  ])
})

test('says what is missing, and stands in the help', async () => {
  for (const [line, words] of [
    ['tests run app_1', 'Name the tests to run, or give --all.'],
    ['tests run app_1 flw_1 --all', 'Name the tests to run, or give --all.'],
    ['tests run app_1 flw_1 --timeout 0', '--timeout is at least 1.'],
    ['tests run', '<app_id> is missing'],
    ['tests', 'tests needs a verb: run, list, report.'],
    ['tests rum app_1', 'Did you mean run'],
    ['test run app_1', 'Did you mean tests'],
  ] as const)
    expect(await cli(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
  expect((await cli('help tests')).stdout).toContain('tests run <app_id> [<flow_id> …]')
  expect((await cli('tests run --help')).stdout).toContain('--junit')
})
