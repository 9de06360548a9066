/** Carries out one run, from where it stands to where it ends or waits. */
import { errors } from '@atrium/contract'
import { durationMs } from '../definition/duration.ts'
import type { RunRow } from '../tables.ts'
import { MOST_DEPTH } from '../triggers/call-depth.ts'
import { Fault } from './fault.ts'
import { fill, type HeldRun, type Scope } from './held-run.ts'
import { requireSize } from './journal.ts'
import type { RunOutcome } from './run-store.ts'
import { Cancelled, Ended, ServerStops, Suspended } from './stops.ts'
import { limited } from './time-limit.ts'

/** How it ended, or until when it waits. Throws what is neither: `Lost`, and failures of this server. */
export async function carryOut(held: HeldRun, signal: AbortSignal): Promise<RunOutcome> {
  try {
    const output = await outputOf(held, signal)
    requireSize(output)
    return ended(held, 'completed', { output })
  } catch (error) {
    if (error instanceof Suspended) return { release: { wakeAt: error.wakeAt } }
    if (error instanceof ServerStops) return { release: { wakeAt: held.deps.clock.now() } }
    if (error instanceof Cancelled) return ended(held, 'cancelled', {})
    if (!(error instanceof Fault)) throw error
    const { message, code, stepId } = error
    return ended(held, 'failed', { error: { message, code, step_id: stepId } })
  }
}

async function outputOf(held: HeldRun, signal: AbortSignal): Promise<unknown> {
  const { run, workflow } = held
  if (run.status === 'cancelling') throw new Cancelled()
  if (run.depth > MOST_DEPTH) throw new Fault('runtime', 'workflow_loop', errors.workflow_loop.message)
  const whole: Scope = {
    prefix: '',
    variables: {},
    context: { value: null },
    signal,
    deadline: null,
    isTried: false,
  }
  const { input, output } = workflow.definition
  const given =
    input?.from === undefined ? run.input : await fill({ held, scope: whole, input: run.input }, input.from)
  const last = await withinTime(held, whole, (scope) => listOf(held, scope, given))
  if (output?.as === undefined) return last
  const more = { current: last, variables: { $output: last } }
  return fill({ held, scope: whole, input: given }, output.as, more)
}

async function listOf(held: HeldRun, scope: Scope, given: unknown): Promise<unknown> {
  try {
    return await held.runList(scope, held.workflow.definition.do, given)
  } catch (error) {
    if (error instanceof Ended) return error.output
    throw error
  }
}

function withinTime(held: HeldRun, scope: Scope, work: (scope: Scope) => Promise<unknown>): Promise<unknown> {
  const { after } = held.workflow.definition.timeout ?? {}
  if (after === undefined) return work(scope)
  const since = held.run.started_at ?? held.deps.clock.now()
  return limited(held, scope, new Date(since.getTime() + durationMs(after)), work)
}

function ended(
  { journal, deps }: HeldRun,
  status: 'completed' | 'failed' | 'cancelled',
  result: { output?: unknown; error?: RunRow['error'] },
): RunOutcome {
  const completed_at = deps.clock.now()
  // What an early end left behind: the lists that it ended, or what was broken off.
  for (const row of journal.unfinished()) {
    const left = status === 'completed' ? ('completed' as const) : ('cancelled' as const)
    journal.put(row, { status: left, completed_at, due_at: null, listens_to: null })
  }
  return { end: { status, output: result.output ?? null, error: result.error ?? null, completed_at } }
}
