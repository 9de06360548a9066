/** How the tests of the shop went in the last weeks: passed, once by chance not, and failed since its last revision. */
import type { FlowStep } from '@atrium/contract/flow-steps'
import type { TestError, TestReport } from '@atrium/contract/test-runs'
import type { ImportedRun } from '../modules/browser-tests/index.ts'
import { makeId } from '../platform/ids.ts'
import { OWNER_EMAIL } from './people.ts'
import { SOFAS_DAYS_AGO } from './sites.ts'
import type { DemoFlow } from './test-flows.ts'

const HOUR_MS = 3_600_000

interface Past {
  hours_ago: number
  /** The step at which it ended; null: all passed. */
  failed?: { step: string; error: TestError; category: keyof typeof CATEGORIES }
  healed?: string
}

interface PastWithPages extends Past {
  pages: readonly string[]
}

export function demoTestRuns(now: Date, flows: readonly DemoFlow[]): ImportedRun[] {
  const [buying, signingIn, counting] = flows
  if (!buying || !signingIn || !counting) throw new Error('the demo has three tests')
  return [
    ...runsOf(now, buying, BUYING, BUYING_PAGES),
    ...runsOf(now, signingIn, everyDay(9, 10), ['sign-in.html']),
    ...runsOf(now, counting, COUNTING, COUNTING_PAGES),
  ]
}

const isBeforeSofas = ({ hours_ago }: Past) => hours_ago > SOFAS_DAYS_AGO * 24

const everyDay = (days: number, hour: number): Past[] =>
  Array.from({ length: days }, (_, at) => ({ hours_ago: (days - at) * 24 - hour }))

const BUYING: readonly Past[] = everyDay(14, 7).map((past, at) => {
  if (at === 5)
    return {
      ...past,
      failed: {
        step: 'added',
        error: {
          code: 'assertion_failed',
          message: 'Expected the page to show “Pine table is in your cart”, but it does not.',
        },
        category: 'flaky' as const,
      },
    }
  return at === 11 ? { ...past, healed: 'search' } : past
})

/** The fault came with the revision that brought the sofas. */
const COUNTING: readonly Past[] = everyDay(8, 6).map((past) =>
  isBeforeSofas(past)
    ? past
    : {
        ...past,
        failed: {
          step: 'total',
          error: {
            code: 'assertion_failed',
            message:
              'Expected the element with the test id “total” to have the text “€ 480”, but it is “€ 240”.',
          },
          category: 'app_bug' as const,
        },
      },
)

/** Where each step ended; the last one stands for those behind it. */
const BUYING_PAGES = [
  '',
  ...['index.html?q=table&cart=', 'index.html?q=table&cart='],
  ...['index.html?cart=pine-table*1&added=pine-table', 'index.html?cart=pine-table*1&added=pine-table'],
  ...['cart.html?cart=pine-table*1', 'cart.html?cart=pine-table*1'],
  'cart.html?cart=pine-table*1&to=Germany',
]
const COUNTING_PAGES = [
  'index.html?cart=walnut-chair*1&added=walnut-chair',
  ...['cart.html?cart=walnut-chair*1', 'cart.html?cart=walnut-chair*1'],
  'cart.html?cart=walnut-chair*2&to=Netherlands',
]

function runsOf(now: Date, flow: DemoFlow, past: readonly Past[], pages: readonly string[]): ImportedRun[] {
  let lastGood: string | null = null
  return past.map((one, at) => {
    const run = runOf(now, flow, { ...one, pages }, at, lastGood)
    if (run.status === 'passed') lastGood = run.id
    return run
  })
}

function runOf(
  now: Date,
  flow: DemoFlow,
  past: PastWithPages,
  at: number,
  lastGood: string | null,
): ImportedRun {
  const created_date = new Date(now.getTime() - past.hours_ago * HOUR_MS)
  const started_at = new Date(created_date.getTime() + 340)
  const steps = stepsOf(flow, past, at, started_at)
  const completed_at = new Date(Math.max(...steps.map((step) => step.completed_at?.getTime() ?? 0)) + 180)
  const { id: flow_id, app_id, name: flow_name, goal, role, steps: planned } = flow
  const run = {
    id: makeId('exe', created_date),
    ...{ app_id, flow_id, flow_name, start_url: flow.start_url },
    flow: { goal, role, steps: planned, allowed_hosts: [], timeout_seconds: flow.timeout_seconds },
    status: past.failed ? ('failed' as const) : ('passed' as const),
    trigger: at % 4 === 0 ? ('manual' as const) : ('api' as const),
    started_by: OWNER_EMAIL,
    app_revision: isBeforeSofas(past) ? 1 : 2,
    error: past.failed?.error ?? null,
    ...{ created_date, started_at, completed_at, steps },
  }
  return { ...run, report: reportOf(run, past, lastGood) }
}

type Step = ImportedRun['steps'][number]

function stepsOf(
  { steps: planned, start_url }: DemoFlow,
  past: PastWithPages,
  at: number,
  started: Date,
): Step[] {
  const last = planned.findIndex(({ id }) => id === past.failed?.step)
  let time = started.getTime() + 900
  return planned.map((step, place): Step => {
    const isReached = last === -1 || place <= last
    const hasFailed = place === last
    const began = time
    if (isReached) time += hasFailed ? step.timeout_ms : 140 + ((place * 37 + at * 23) % 190)
    return {
      ...{ id: step.id, kind: step.kind, instruction: step.instruction },
      status: hasFailed ? 'failed' : isReached ? 'passed' : 'skipped',
      resolved_by: isReached ? howKnown(step, at, past) : null,
      performed: isReached ? performedBy(step, past) : null,
      healed: past.healed === step.id ? HEALED : null,
      extracted: step.kind === 'extract' && isReached ? 'You are signed in as ada@example.com.' : null,
      url:
        isReached && start_url !== null
          ? new URL(past.pages[place] ?? past.pages.at(-1) ?? '', start_url).href
          : null,
      error: hasFailed ? (past.failed?.error ?? null) : null,
      ...{ console_errors: [], failed_requests: [], screenshot_id: null, snapshot_id: null },
      started_at: isReached ? new Date(began) : null,
      completed_at: isReached ? new Date(time) : null,
    }
  })
}

/** The first run understood the words, later ones remember; what was healed was understood again. */
function howKnown({ id, params }: FlowStep, at: number, { healed }: Past): Step['resolved_by'] {
  if (params) return 'explicit'
  return at === 0 || healed === id ? 'rules' : 'cache'
}

function performedBy({ kind, params, instruction }: FlowStep, past: Past): Step['performed'] {
  if (params)
    return { action: params.action ?? null, target: params.target ?? null, value: params.value ?? null }
  const [, said = '', where] = /“(.+?)”(?: in “(.+?)”)?/.exec(instruction) ?? []
  if (kind === 'assert') return { action: null, target: null, value: said }
  if (instruction.startsWith('Type'))
    return { action: 'fill', target: isBeforeSofas(past) ? HEALED.before : HEALED.after, value: said }
  if (where) return { action: 'select', target: { role: 'combobox', name: where, exact: true }, value: said }
  const role = said.startsWith('Cart') ? 'link' : 'button'
  return { action: 'click', target: { role, name: said, exact: true }, value: null }
}

const CATEGORIES = {
  app_bug: 'The app seems to be at fault.',
  flaky: 'The same test passed with the same app shortly before, so it may pass when it runs again.',
}

const HEALED = {
  before: { role: 'searchbox', name: 'Find furniture', exact: true },
  after: { role: 'searchbox', name: 'Search the shop', exact: true },
  reason: 'Searchbox “Find furniture” was not found any more.',
} satisfies Step['healed']

function reportOf(
  run: Omit<ImportedRun, 'report'>,
  { failed, healed }: Past,
  lastGood: string | null,
): TestReport {
  const place = run.steps.findIndex(({ id }) => id === failed?.step) + 1
  return {
    ...{ execution_id: run.id, flow_id: run.flow_id, flow_name: run.flow_name },
    verdict: failed ? 'failed' : 'passed',
    summary: failed
      ? `Step ${place} of ${run.steps.length}, “${run.steps[place - 1]?.instruction}”, failed: ${failed.error.message} ${CATEGORIES[failed.category]}`
      : `All ${run.steps.length} steps passed.${healed ? ' One step found its element under another name.' : ''}`,
    failure_category: failed?.category ?? null,
    failed_step_id: failed?.step ?? null,
    first_bad_state: failed
      ? { step_id: failed.step, kind: 'step_failed', message: failed.error.message }
      : null,
    healed: healed ? [{ step_id: healed, ...HEALED }] : [],
    artifacts: [],
    last_good_execution_id: lastGood,
    differences:
      failed && lastGood ? [{ step_id: failed.step, what: 'status', before: 'passed', after: 'failed' }] : [],
    model_calls: 0,
    generated_at: (run.completed_at ?? run.created_date).toISOString(),
  }
}
