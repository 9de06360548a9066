/** How the tests of the shop went in the last weeks: passed, once by chance not, and failed since its last revision. */
import type { FlowStep } from '@atrium/contract/flow-steps'
import type { TestError } from '@atrium/contract/test-runs'
import { type ImportedRun, writeReport } from '../modules/browser-tests/index.ts'
import { makeId } from '../platform/ids.ts'
import { OWNER_EMAIL } from './people.ts'
import { SOFAS_DAYS_AGO } from './sites.ts'
import type { DemoFlow } from './test-flows.ts'

const HOUR_MS = 3_600_000

interface Past {
  hours_ago: number
  /** The step at which it ended; null: all passed. */
  failed?: { step: string; error: TestError }
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
  const runs: ImportedRun[] = []
  for (const [at, one] of past.entries()) runs.push(runOf(now, flow, { ...one, pages }, at, runs))
  return runs
}

function runOf(
  now: Date,
  flow: DemoFlow,
  past: PastWithPages,
  at: number,
  before: readonly ImportedRun[],
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
  return { ...run, report: reportOf(run, completed_at, before) }
}

/** As it would have been written then. */
function reportOf(run: Omit<ImportedRun, 'report'>, now: Date, before: readonly ImportedRun[]) {
  const good = before.filter(({ status }) => status === 'passed')
  const lastGood = good.at(-1)
  return writeReport(
    run,
    { status: run.error ? 'failed' : 'passed', error: run.error, cancel_reason: null, model_calls: 0 },
    {
      steps: rowsOf(run),
      artifacts: [],
      lastGood: lastGood ? { id: lastGood.id, steps: rowsOf(lastGood) } : null,
      passedBefore: good.some(({ app_revision }) => app_revision === run.app_revision),
      now,
    },
  )
}

const rowsOf = ({ id, steps }: Pick<ImportedRun, 'id' | 'steps'>) =>
  steps.map((step, seq) => ({ ...step, execution_id: id, seq }))

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

const HEALED = {
  before: { role: 'searchbox', name: 'Find furniture', exact: true },
  after: { role: 'searchbox', name: 'Search the shop', exact: true },
  reason: 'Searchbox “Find furniture” was not found any more.',
} satisfies Step['healed']
