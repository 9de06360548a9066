import type { TestError } from '@atrium/contract/test-runs'
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import type { TestRunRow } from '../tables.ts'
import { carryOutTestRun } from './carry-out-test-run.ts'
import { endTestRun, type RunEnding } from './end-test-run.ts'
import { removeTestUserOf } from './remove-test-user.ts'
import { MOST_TRIES, testRunStore } from './test-run-store.ts'

const AT_ONCE = 100
/** A run that finds no browser for so long will not find one; each try may wait as long. */
const LONGEST_WAIT_MS = 60 * 60_000

const LOST: TestError = {
  code: 'worker_lost',
  message: 'The server was lost twice during the run. Run the test again.',
}
const NO_ROOM: TestError = {
  code: 'browser_unavailable',
  message: 'No server had a free browser for an hour. See how many BROWSERS there may be, and run it again.',
}

/** Runs whose worker was lost, or whose job was, come to an end, and their users are removed. */
export const resumeTestRuns = job('test_runs.resume', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps) {
    const { db, clock, log } = deps
    const unheld = await testRunStore(db).listUnheld(clock.now(), AT_ONCE)
    for (const id of unheld) await tolerate(log, 'a test run was not resumed', resume(deps, id), undefined)
    for (const run of await testRunStore(db).listLeftUsers(AT_ONCE))
      await tolerate(log, 'the user of a test run stays', removeTestUserOf(deps, run), undefined)
  },
})

/** Ends it where nobody will, else lets it wait for a worker. */
async function resume(deps: Deps, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const run = await testRunStore(tx).lockOpen(id)
    // Somebody took it since.
    if (!run || (run.leased_until !== null && run.leased_until >= now)) return
    const ending = endingOf(run, now)
    if (ending) await endTestRun(deps, tx, run, { ...ending, model_calls: 0 })
    else await deps.jobs.send(tx, carryOutTestRun, { execution_id: id }, { key: id })
  })
}

function endingOf(run: TestRunRow, now: Date): Pick<RunEnding, 'status' | 'error' | 'cancel_reason'> | null {
  if (run.cancel_requested_at)
    return { status: 'cancelled', error: null, cancel_reason: run.cancel_reason ?? 'user' }
  if (run.tries >= MOST_TRIES) return { status: 'error', error: LOST, cancel_reason: null }
  if (now.getTime() - run.created_date.getTime() > LONGEST_WAIT_MS * (run.tries + 1))
    return { status: 'error', error: NO_ROOM, cancel_reason: null }
  return null
}
