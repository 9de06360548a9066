import { setTimeout as wait } from 'node:timers/promises'
import type { FlowStep } from '@atrium/contract/flow-steps'
import type { TestError } from '@atrium/contract/test-runs'
import { unlessAborted } from '../../../platform/abortable.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { BrowserSession } from '../../../ports/browser/port.ts'
import type { Deps } from '../deps.ts'
import { maskSecrets } from '../steps/mask-secrets.ts'
import { performStep, type StepContext, type StepOutcome } from '../steps/perform-step.ts'
import { testErrorOf } from '../steps/step-failure.ts'
import type { TestUser } from '../tested-apps.ts'
import { captureEvidence, createEvidenceWriter, type Evidence, type EvidenceWriter } from './evidence.ts'
import { BROKEN, type FlowOutcome, failedBy, type HeldRun, outcomeOf, RunLost } from './flow-outcome.ts'
import { planRun, type RunPlan } from './plan-run.ts'
import { removeTestUserOf } from './remove-test-user.ts'
import { findPageChange } from './report/find-page-change.ts'
import { testRunStore } from './test-run-store.ts'
import { testStepStore } from './test-step-store.ts'

const START_MS = 30_000
/** A browser that does not end is left to those who opened it. */
const CLOSE_MS = 10_000

/** Opens a browser, does the steps, and leaves nothing open or signed in. Throws the reason of the signal, and `RunLost`. */
export async function runFlow(deps: Deps, run: HeldRun, signal: AbortSignal): Promise<FlowOutcome> {
  const { browsers } = deps
  if (browsers.problem !== null) return failedBy({ code: 'browser_unavailable', message: browsers.problem })
  const flow = await unlessAborted(signal, planRun(deps, run, signal))
  if ('code' in flow) return flow.code === 'not_understood' ? outcomeOf('error', flow) : failedBy(flow)
  await begin(deps, run, flow)
  const user = await signIn(deps, run)
  if (user && 'code' in user) return failedBy(user)
  try {
    signal.throwIfAborted()
    return await browse(deps, run, flow, user, signal)
  } finally {
    const removed = removeTestUserOf(deps, run)
    await tolerate(deps.log, 'the user of a test run stays until later', removed, undefined)
  }
}

async function begin({ db }: Deps, run: HeldRun, { steps, startUrl, revision }: RunPlan): Promise<void> {
  run.start_url = startUrl
  run.app_revision = revision
  run.steps = steps
  await transaction(db, async (tx) => {
    if (!(await testRunStore(tx).save(run))) throw new RunLost()
    await testStepStore(tx).replace(run.id, steps)
  })
}

/** Null when nobody is to sign in. */
async function signIn({ db, log, testedApps }: Deps, run: HeldRun): Promise<TestUser | TestError | null> {
  const { role } = run.flow
  if (role === null) return null
  const user = await testedApps.createTestUser(run.app_id, role).catch((error) => {
    log.warn({ err: error, execution_id: run.id }, 'the user of a test run was not made')
    return null
  })
  if (!user) return { code: 'sign_in_failed', message: `A user with the role ${role} could not be made.` }
  run.test_user_id = user.id
  if (await testRunStore(db).save(run)) return user
  await testedApps.removeTestUser(run.app_id, user.id)
  throw new RunLost()
}

async function browse(
  deps: Deps,
  run: HeldRun,
  flow: RunPlan,
  user: TestUser | null,
  signal: AbortSignal,
): Promise<FlowOutcome> {
  const secrets = [...Object.values(flow.appSecrets), ...(user ? [user.password, user.token] : [])]
  const { hosts, ownOrigins } = flow
  const prefix = `${ownOrigins[0]}/api/apps/${encodeURIComponent(run.app_id)}/`
  const authorization = user && { prefix, token: user.token }
  const opening = deps.browsers.open({ hosts, ownOrigins, authorization, secrets, signal })
  const session = await opening.catch((error): TestError => {
    const known = signal.aborted ? null : testErrorOf(error)
    if (!known) throw error
    return known
  })
  if ('code' in session) return failedBy(session)
  const writer = createEvidenceWriter(deps, run)
  let outcome: FlowOutcome | null = null
  try {
    const context = { ...contextOf(flow, run, user), session, secrets, signal }
    outcome = await doSteps(deps, run, flow, context, writer)
    return outcome
  } finally {
    const trace = await close(deps, session, outcome !== null && outcome.status !== 'passed')
    if (trace) await writer.write('trace', null, trace)
  }
}

function contextOf(flow: RunPlan, run: HeldRun, user: TestUser | null) {
  const values = new Map(Object.entries(flow.appSecrets).map(([name, value]) => [`secrets.${name}`, value]))
  if (user) values.set('test_user.email', user.email).set('test_user.password', user.password)
  const { reader, startUrl, base, usedBy } = flow
  return { reader, startUrl, base, goal: run.flow.goal, values, usedBy }
}

/** The first step that fails ends it. While a step is done, the one before is stored. */
async function doSteps(
  deps: Deps,
  run: HeldRun,
  flow: RunPlan,
  context: Omit<StepContext, 'cached'>,
  writer: EvidenceWriter,
): Promise<FlowOutcome> {
  const { clock } = deps
  const { session, signal } = context
  const mask = maskSecrets(context.secrets)
  let writing: Promise<unknown> = requireHeld(testStepStore(deps.db).begin(run, 0, clock.now()))
  writing.catch(() => {}) // it is waited for below
  let opened: Opened = { page: null, failed: null }
  try {
    for (const [seq, step] of flow.steps.entries()) {
      if (seq === 0) opened = await unlessAborted(signal, openStart(context))
      const outcome =
        opened.failed ??
        (await unlessAborted(signal, perform(deps, { ...context, cached: flow.cachedFor(step) }, step)))
      run.model_calls += outcome.model_calls
      if (outcome.learned)
        run.learned.push({ step_id: step.id, instruction: step.instruction, action: outcome.learned })
      const evidence = await unlessAborted(signal, captureEvidence(session, mask))
      const ended = clock.now()
      await unlessAborted(signal, writing)
      const isLast = outcome.status === 'failed' || seq === flow.steps.length - 1
      const page = seq === 0 ? opened.page : null
      writing = store(deps, run, { seq, step, outcome, evidence, ended, isLast, page }, writer)
      writing.catch(() => {}) // it is waited for below
      if (outcome.status === 'passed') continue
      await writing
      const error = outcome.error ?? BROKEN
      return { ...failedBy(error), page: await findPageChange(deps, run, step, evidence.snapshot) }
    }
    await writing
    return outcomeOf('passed', null)
  } finally {
    await writing.catch(() => {}) // the first failure is thrown already
  }
}

interface Opened {
  /** The page before the first step, for comparisons. */
  page: string | null
  /** What the first step comes to when the page does not open. */
  failed: StepOutcome | null
}

/** The first step begins with the page that the run begins at. */
async function openStart({
  session,
  startUrl,
  secrets,
  signal,
}: Omit<StepContext, 'cached'>): Promise<Opened> {
  try {
    await session.goto(startUrl, START_MS)
    const page = await session.snapshot().catch(() => null)
    return { page: page && maskSecrets(secrets)(page.text), failed: null }
  } catch (error) {
    signal.throwIfAborted()
    const known = testErrorOf(error)
    if (!known) throw error
    return { page: null, failed: { ...NOTHING_DONE, error: known } }
  }
}

/** Faults of ours end the run too, and are not shown. */
async function perform({ log }: Deps, context: StepContext, step: FlowStep): Promise<StepOutcome> {
  try {
    return await performStep(context, step)
  } catch (error) {
    context.signal.throwIfAborted()
    log.error({ err: error, step_id: step.id }, 'a step of a test run failed')
    return { ...NOTHING_DONE, error: BROKEN }
  }
}

const NOTHING_DONE: StepOutcome = {
  ...{ status: 'failed', error: null, resolved_by: null, performed: null, healed: null },
  ...{ extracted: null, learned: null, model_calls: 0 },
}

interface EndedStep {
  seq: number
  step: FlowStep
  outcome: StepOutcome
  evidence: Evidence
  ended: Date
  isLast: boolean
  page: string | null
}

async function store(
  { db }: Deps,
  run: HeldRun,
  { seq, step, outcome, evidence, ended, isLast, page }: EndedStep,
  writer: EvidenceWriter,
): Promise<void> {
  const { status, error, resolved_by, performed, healed, extracted } = outcome
  const { screenshot, snapshot, url, console_errors, failed_requests } = evidence
  if (page) await writer.write('snapshot', null, Buffer.from(page))
  const screenshot_id = screenshot ? await writer.write('screenshot', step.id, screenshot) : null
  const snapshot_id = snapshot ? await writer.write('snapshot', step.id, Buffer.from(snapshot)) : null
  const steps = testStepStore(db)
  const result = {
    ...{ status, error, resolved_by, performed, healed, extracted, url, console_errors, failed_requests },
    ...{ screenshot_id, snapshot_id },
  }
  await requireHeld(steps.complete(run, seq, result, ended))
  if (!isLast) await requireHeld(steps.begin(run, seq + 1, ended))
}

async function requireHeld(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new RunLost()
}

async function close({ log }: Deps, session: BrowserSession, wantTrace: boolean): Promise<Buffer | null> {
  const over = new AbortController()
  const late = wait(CLOSE_MS, null, { signal: over.signal, ref: false })
  late.catch(() => {}) // it is not waited for any more
  try {
    const closed = Promise.race([session.close({ wantTrace }), late])
    return await tolerate(log, 'a browser did not close', closed, null)
  } finally {
    over.abort()
  }
}
