import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { NewRun } from '../engine/engine.ts'
import { type RunRow, workflowRuns } from '../tables.ts'

/** Runs that failed before they began. */
export const failedRunStore = (db: Db) => ({
  async insert(runs: readonly NewRun[], error: NonNullable<RunRow['error']>, now: Date): Promise<void> {
    if (runs.length === 0) return
    const ended = { status: 'failed' as const, error, created_date: now, completed_at: now }
    await workflowRuns.insertNew(
      db,
      runs.map((run) => ({ ...run, ...ended, id: makeId('run', now), is_test_run: false })),
    )
  },
})
