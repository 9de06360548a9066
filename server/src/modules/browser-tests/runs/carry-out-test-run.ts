import type { CancelReason } from '@atrium/contract/test-runs'
import { Type } from 'typebox'
import { unlessAborted } from '../../../platform/abortable.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import { takeWaiting, WorkStopped } from '../../../platform/running-work.ts'
import type { Deps } from '../deps.ts'
import { actionStore } from '../steps/action-store.ts'
import { artifactStore } from './artifact-store.ts'
import { deleteArtifacts } from './delete-artifacts.ts'
import { endTestRun } from './end-test-run.ts'
import { BROKEN, type FlowOutcome, type HeldRun, outcomeOf, RunLost, timedOut } from './flow-outcome.ts'
import { removeTestUserOf } from './remove-test-user.ts'
import { runFlow } from './run-flow.ts'
import { notifyOfWaiting } from './test-run-changes.ts'
import { holdTestRun } from './test-run-lease.ts'
import { testRunStore } from './test-run-store.ts'
import { testStepStore } from './test-step-store.ts'

/** Longer than all that waits, where the job waits for the runs that it takes. */
const LONGEST_SECONDS = 3_600
/** Until then the server that stops is gone, or does not take jobs any more. */
const HAND_BACK_SECONDS = 5

/**
 * Says that a run waits. The oldest is taken, be it this one or not; where there is no room, the other servers are asked, and
 * one that gets room takes it.
 */
export const carryOutTestRun = job('test_runs.carry_out', {
  payload: Type.Object({ execution_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: LONGEST_SECONDS,
  async run(deps: Deps) {
    if ((await takeTestRuns(deps)) === 'full') await notifyOfWaiting(deps.db)
  },
})

export function takeTestRuns(deps: Deps): Promise<'full' | 'none_waits'> {
  const { db, clock, log, runningTests } = deps
  return takeWaiting({
    ...{ running: runningTests, log, of: 'a test run' },
    async claim(): Promise<HeldRun | undefined> {
      const now = clock.now()
      const worker = makeId('worker', now)
      const run = await testRunStore(db).claimOldest(worker, now)
      return run && { ...run, worker, model_calls: 0, steps: [], learned: [] }
    },
    carryOut: (run, signal) => carryOut(deps, run, signal),
  })
}

async function carryOut(deps: Deps, run: HeldRun, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const cancelled = new AbortController()
  const late = AbortSignal.timeout(run.flow.timeout_seconds * 1_000)
  const signal = AbortSignal.any([stopping, cancelled.signal, lost.signal, late])
  const lease = holdTestRun(deps, run, {
    onLost: () => lost.abort(new RunLost()),
    onCancel: () => cancelled.abort(new WorkStopped('cancel')),
  })
  const [ended] = await Promise.allSettled([
    unlessAborted(signal, deleteEarlierTry(deps, run)).then(() => runFlow(deps, run, signal)),
  ])
  await lease.end()
  if (ended.status === 'fulfilled') return end(deps, run, ended.value)
  // The first of the reasons, whatever the work made of it.
  const reason = signal.aborted ? signal.reason : ended.reason
  if (reason instanceof RunLost) return
  if (reason instanceof WorkStopped && reason.by === 'server') return releaseRun(deps, run)
  if (reason instanceof WorkStopped) return end(deps, run, outcomeOf('cancelled', null))
  if (signal.aborted) return end(deps, run, timedOut(run))
  deps.log.error({ err: reason, execution_id: run.id }, 'a test run failed')
  await end(deps, run, outcomeOf('error', BROKEN))
}

/** A lost worker leaves its user and its evidence; one that hands the run back leaves evidence. */
async function deleteEarlierTry(deps: Deps, run: HeldRun): Promise<void> {
  await removeTestUserOf(deps, run)
  await deleteArtifacts(deps, await artifactStore(deps.db).listOfRuns([run.id]))
}

/** A cancel that was asked for before the end counts, whatever the steps came to. */
async function end(deps: Deps, held: HeldRun, outcome: FlowOutcome): Promise<void> {
  const { id, worker, model_calls, steps, learned } = held
  await transaction(deps.db, async (tx) => {
    const run = await testRunStore(tx).lockOpen(id)
    if (run?.worker !== worker) return
    const asked = run.cancel_requested_at && { status: 'cancelled' as const, error: null }
    const result = { ...outcome, ...asked, model_calls }
    await actionStore(tx).save(run.flow_id, { steps, learned, now: deps.clock.now() })
    await endTestRun(deps, tx, run, { ...result, cancel_reason: reasonOf(result, run.cancel_reason) })
  })
}

function reasonOf({ status, error }: FlowOutcome, asked: CancelReason | null): CancelReason | null {
  if (status !== 'cancelled') return null
  return error?.code === 'run_timed_out' ? 'timeout' : (asked ?? 'user')
}

/** The run waits again with all its steps, for another server or for the next start. */
async function releaseRun({ db, jobs }: Deps, run: HeldRun): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await testRunStore(tx).release(run))) return
    await testStepStore(tx).replace(run.id, run.steps)
    await jobs.send(tx, carryOutTestRun, { execution_id: run.id }, { after: HAND_BACK_SECONDS })
    await notifyOfWaiting(tx)
  })
}
