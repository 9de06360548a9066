import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { MOST_DEPTH, TOO_DEEP } from '../calls/call-depth.ts'
import type { AutomationRow, RunRow } from '../tables.ts'
import { runAutomation } from './run-automation.ts'
import { runStore } from './run-store.ts'

/** What an automation runs for. */
export interface Occasion {
  automation: AutomationRow
  event: RunRow['event']
  record_id: string | null
  /** Of the call, next to what the automation itself says. */
  payload: Record<string, unknown>
  /** Why it cannot run; null when it can. */
  fault: string | null
}

/** They carry records, so not all of them in one statement. */
const RUNS_AT_ONCE = 100

/** Stores the runs and their jobs in the transaction of what they run for. */
export async function enqueueRuns(
  { jobs }: { jobs: Jobs },
  tx: Db,
  occasions: readonly Occasion[],
  { now, depth }: { now: Date; depth: number },
): Promise<void> {
  if (occasions.length === 0) return
  const runs = occasions.map(({ automation, event, record_id, payload, fault }): RunRow => {
    const error = depth >= MOST_DEPTH ? TOO_DEEP : fault
    const ended = error === null ? null : now
    return {
      id: makeId('arn', now),
      app_id: automation.app_id,
      function_name: automation.function_name,
      automation_id: automation.id,
      automation: automation.declared,
      ...{ event, record_id, payload, depth, error },
      status: error === null ? 'queued' : 'failed',
      attempts: 0,
      created_date: now,
      started_at: null,
      ended_at: ended,
    }
  })
  for (let at = 0; at < runs.length; at += RUNS_AT_ONCE) {
    await runStore(tx).insert(runs.slice(at, at + RUNS_AT_ONCE))
  }
  const queued = runs.filter(({ status }) => status === 'queued')
  await jobs.sendMany(
    tx,
    runAutomation,
    queued.map(({ id }) => ({ run_id: id })),
  )
}
