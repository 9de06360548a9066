/** Tests, runs and recordings made up for the browser, so that no other browser has to run them. */
import type { Flow, FlowStats, StartedRecording, TestReport, TestRun, TestRunStep } from '@atrium/sdk'
import type { Page, Route } from 'playwright-core'
import { isOf } from './act.ts'

const AT = '2026-11-16T09:30:00.000Z'
const WORDS = [
  'Open /lamps',
  'Click “Add to cart”',
  'Type “2” into “Quantity”',
  'See “€ 480”',
  'Do not see “Sold out”',
]

export const FLOW: Flow = {
  ...{ id: 'flw_lamp', name: 'Buy a lamp', role: 'buyer', start_url: null, on_publish: true },
  goal: 'A visitor puts two lamps into the cart and sees what they cost.',
  schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
  next_run_at: '2026-11-18T05:00:00.000Z',
  last_run: { id: 'exe_bad', status: 'failed', completed_at: AT },
  ...{ created_date: AT, updated_date: AT, allowed_hosts: ['fonts.example.com'], timeout_seconds: 120 },
  steps: WORDS.map((instruction, place) => ({
    id: `s${place + 1}`,
    kind: place === 0 ? 'navigate' : place < 3 ? 'act' : 'assert',
    instruction,
    params: place === 1 ? { action: 'click', target: { role: 'button', name: 'Add to cart' } } : null,
    timeout_ms: 10_000,
  })),
}
const { steps: _steps, allowed_hosts: _hosts, timeout_seconds: _seconds, ...LISTED } = FLOW
const QUIET = {
  ...LISTED,
  ...{
    id: 'flw_quiet',
    name: 'Sign in',
    schedule: null,
    on_publish: false,
    next_run_at: null,
    last_run: null,
  },
}
const PAGE = { next_cursor: null, has_more: false }

/** `done` steps have ended; the last of them failed if it says so. */
function stepsOf(run: string, done: number, hasFailed: boolean): TestRunStep[] {
  return FLOW.steps.map(({ id, kind, instruction, params }, place): TestRunStep => {
    const isDone = place < done
    const isBad = hasFailed && place === done - 1
    const status = isBad
      ? 'failed'
      : isDone
        ? 'passed'
        : hasFailed
          ? 'skipped'
          : place === done
            ? 'running'
            : 'waiting'
    return {
      ...{ id, kind, instruction, status },
      resolved_by: isDone ? (params ? 'explicit' : place === 2 ? 'rules' : 'cache') : null,
      performed: isDone && kind === 'act' ? performed(place) : null,
      healed: isDone && place === 2 ? HEALED : null,
      extracted: null,
      url: isDone ? 'https://shop.example.com/cart' : null,
      error: isBad
        ? { code: 'assertion_failed', message: 'Expected the text “€ 480”; there is “€ 240”.' }
        : null,
      console_errors: isBad ? ['TypeError: quantity is not a number at cart.js:41'] : [],
      failed_requests: isBad
        ? [{ method: 'POST', url: 'https://shop.example.com/api/cart', status: 500, error: null }]
        : [],
      screenshot_id: isDone ? `art_${run}_${place + 1}` : null,
      snapshot_id: null,
      started_at: isDone ? AT : null,
      completed_at: isDone ? '2026-11-16T09:30:00.420Z' : null,
    }
  })
}

const HEALED = {
  before: { role: 'spinbutton', name: 'Number' },
  after: { role: 'spinbutton', name: 'Quantity' },
  reason: 'The page has no spinbutton “Number” any more.',
}
const performed = (place: number): TestRunStep['performed'] =>
  place === 1
    ? { action: 'click', target: { role: 'button', name: 'Add to cart' }, value: null }
    : { action: 'fill', target: HEALED.after, value: '2' }

function runOf(id: string, status: TestRun['status'], done: number): TestRun {
  const isOver = status !== 'queued' && status !== 'running'
  const steps = stepsOf(id, done, status === 'failed')
  return {
    ...{
      id,
      status,
      flow_id: FLOW.id,
      flow_name: FLOW.name,
      goal: FLOW.goal,
      role: FLOW.role,
      start_url: null,
    },
    ...{ trigger: 'manual', started_by: 'ada@example.com', step_count: steps.length, cancel_reason: null },
    steps_passed: steps.filter((step) => step.status === 'passed').length,
    error: steps.find((step) => step.error)?.error ?? null,
    ...{
      created_date: AT,
      started_at: AT,
      completed_at: isOver ? AT : null,
      duration_ms: isOver ? 4_150 : null,
    },
    steps,
  }
}

export const GOOD = runOf('exe_good', 'passed', 5)
export const BAD = runOf('exe_bad', 'failed', 4)
/** As it is read one time after the other. */
export const LIVE = [
  runOf('exe_live', 'queued', 0),
  runOf('exe_live', 'running', 1),
  runOf('exe_live', 'running', 3),
  runOf('exe_live', 'failed', 4),
]

const REPORT: TestReport = {
  ...{ execution_id: BAD.id, flow_id: FLOW.id, flow_name: FLOW.name, verdict: 'failed' },
  summary:
    'Step 4 of 5, “See “€ 480””, failed: the total is “€ 240”. The answer to POST /api/cart was an error.',
  ...{ failure_category: 'app_bug', failed_step_id: 's4', model_calls: 1, generated_at: AT },
  first_bad_state: {
    ...{ step_id: 's4', kind: 'failed_request' },
    message: 'POST https://shop.example.com/api/cart was answered with 500',
  },
  healed: [{ step_id: 's3', ...HEALED }],
  artifacts: [
    {
      id: 'art_trace',
      kind: 'trace',
      step_id: null,
      content_type: 'application/zip',
      bytes: 22_000,
      created_date: AT,
    },
  ],
  last_good_execution_id: GOOD.id,
  differences: [
    { step_id: 's4', what: 'status', before: 'passed', after: 'failed' },
    { step_id: 's4', what: 'failed_requests', before: 'none', after: 'POST /api/cart 500' },
    { step_id: 's3', what: 'target', before: 'spinbutton “Number”', after: 'spinbutton “Quantity”' },
  ],
}

const STATS: FlowStats = {
  ...{ runs: 31, passed: 26, failed: 4, other: 1, flips: 2, flake_rate: 0.067, median_ms: 4_210 },
  days: Array.from({ length: 14 }, (_, place) => ({
    day: new Date(Date.now() - (13 - place) * 86_400_000).toISOString().slice(0, 10),
    ...{ passed: place % 5 === 4 ? 1 : 2, failed: place % 5 === 4 ? 1 : 0, other: place === 7 ? 1 : 0 },
    median_ms: 4_200,
  })),
  steps: [
    { step_id: 's4', instruction: WORDS[3] ?? '', failed: 4, healed: 0 },
    { step_id: 's3', instruction: WORDS[2] ?? '', failed: 0, healed: 1 },
  ],
}

const RECORDED = [
  { kind: 'navigate' as const, instruction: 'Open /', params: { path: '/' } },
  {
    ...{ kind: 'act' as const, instruction: 'Click “Add to cart”' },
    params: { action: 'click' as const, target: { role: 'button', name: 'Add to cart' } },
  },
]
const RECORDING: StartedRecording = {
  ...{ id: 'rcd_1', status: 'open', start_url: 'https://shop.example.com/', steps: [], dropped: 0 },
  ...{ created_date: AT, expires_at: '2026-11-16T11:30:00.000Z' },
  snippet: '<script src="https://atrium.example.com/testing-agent/recorder.js#rck_1"></script>',
  bookmark: "javascript:(()=>{document.body.append('recording')})()",
}

type Answer = object | undefined | ((route: Route) => Promise<void>)

const ANSWERS: Record<string, Answer> = {
  'flows.list': {
    items: [
      { ...LISTED, step_count: 5 },
      { ...QUIET, step_count: 0 },
    ],
    ...PAGE,
  },
  'flows.read': FLOW,
  'flows.stats': STATS,
  'test_runs.list': {
    items: [BAD, GOOD].map(({ goal: _goal, role: _role, steps: _of, ...run }) => run),
    ...PAGE,
  },
  'test_runs.read': (route: Route) =>
    route.fulfill({ json: route.request().url().endsWith(GOOD.id) ? GOOD : BAD }),
  'test_runs.report': (route: Route) =>
    route.fulfill({
      json: { ...REPORT, execution_id: new URL(route.request().url()).pathname.split('/').at(-1) },
    }),
  'test_runs.read_artifact': (route: Route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture(route.request().url()) }),
  'recordings.create': (route: Route) => route.fulfill({ status: 201, json: RECORDING }),
  'recordings.read': { ...withoutKey(RECORDING), steps: RECORDED },
}

/** Has these answers given, and shows the page again with them. */
export async function showTests(page: Page, others: Record<string, Answer> = {}) {
  const answers = Object.entries({ ...ANSWERS, ...others })
  await page.route(
    (url) => url.pathname.includes('/testing-agent/'),
    async (route) => {
      const [, answer] = answers.find(([name]) => isOf(name, route.request())) ?? []
      if (typeof answer === 'function') await (answer as (route: Route) => Promise<void>)(route)
      else await (answer === undefined ? route.fallback() : route.fulfill({ json: answer }))
    },
  )
  await page.reload()
}

function withoutKey({ snippet: _snippet, bookmark: _bookmark, ...recording }: typeof RECORDING) {
  return recording
}

/** A page of a shop, different from step to step. */
function picture(url: string): string {
  const number = /_(\d)$/.exec(url)?.[1] ?? '1'
  const isBad = url.includes('exe_bad') && number === '4'
  const lines = Array.from(
    { length: Number(number) + 2 },
    (_, place) =>
      `<rect x="60" y="${170 + place * 90}" width="${700 - place * 60}" height="50" fill="#dfe5df"/>`,
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#fff"/><rect width="1280" height="90" fill="#0b6353"/><text x="60" y="58" font-size="36" fill="#fff" font-family="sans-serif">Lamps · ${number}</text>${lines}<text x="900" y="220" font-size="48" fill="${isBad ? '#ae2a20' : '#1a1e1b'}" font-family="sans-serif">${isBad ? '€ 240' : '€ 480'}</text></svg>`
}
