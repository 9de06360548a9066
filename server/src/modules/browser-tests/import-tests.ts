import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import {
  type FlowRow,
  type TestRunRow,
  type TestRunStepRow,
  testExecutions,
  testFlows,
  testRunSteps,
} from './tables.ts'

export interface ImportedTests {
  /** Without schedules: they run when somebody wants them to. */
  flows: readonly Omit<FlowRow, 'schedule' | 'next_run_at' | 'created_by_id'>[]
  runs: readonly ImportedRun[]
}

/** A run that has ended. */
export interface ImportedRun
  extends Omit<
    TestRunRow,
    | 'paid_by_id'
    | 'cancel_reason'
    | 'cancel_requested_at'
    | 'worker'
    | 'leased_until'
    | 'tries'
    | 'test_user_id'
  > {
  steps: readonly Omit<TestRunStepRow, 'execution_id' | 'seq'>[]
}

/** Brings in what archives leave out, such as the steps and reports of the demo company’s runs. */
export async function importTests(db: Db, { flows, runs }: ImportedTests): Promise<void> {
  await transaction(db, async (tx) => {
    await testFlows.insertNew(
      tx,
      flows.map((flow) => ({ ...flow, schedule: null, next_run_at: null, created_by_id: null })),
    )
    await testExecutions.insertNew(
      tx,
      runs.map(({ steps: _, ...run }) => ({ ...run, ...ENDED })),
    )
    await testRunSteps.insertNew(
      tx,
      runs.flatMap(({ id, steps }) => steps.map((step, seq) => ({ ...step, execution_id: id, seq }))),
    )
  })
}

const ENDED = {
  paid_by_id: null,
  cancel_reason: null,
  cancel_requested_at: null,
  worker: null,
  leased_until: null,
  tries: 1,
  test_user_id: null,
} as const satisfies Partial<TestRunRow>
