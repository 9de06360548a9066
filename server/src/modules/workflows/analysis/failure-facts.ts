import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import type { RunRow, StepRow } from '../tables.ts'

/** All that an explanation is made of, as it is stored. */
export interface FailureFacts {
  workflow_name: string
  /** Values that must not be repeated. */
  secrets: readonly string[]
  run: Pick<RunRow, 'id' | 'version' | 'trigger_type' | 'error' | 'started_at' | 'completed_at'>
  /** As the run had it; null when that version is no longer kept. */
  definition: WorkflowDefinition | null
  /** Null when the run failed as a whole, as when its time was up. */
  failing: StepRow | null
  /** In the order in which they began, the failing one last; the newest ones if there are many. */
  path: readonly StepBrief[]
  /** How many there are that `path` leaves out. */
  steps_before: number
  /** The last step before the failing one that gave something. */
  upstream: Pick<StepRow, 'id' | 'name' | 'type' | 'output'> | null
  /** Of the same workflow, newest first. */
  earlier: readonly EarlierRun[]
  last_success: { version: number; completed_at: Date | null; definition: WorkflowDefinition | null } | null
}

export type StepBrief = Pick<
  StepRow,
  'id' | 'name' | 'type' | 'status' | 'attempt' | 'error' | 'started_at' | 'completed_at'
>

export type EarlierRun = Pick<RunRow, 'id' | 'version' | 'status' | 'error' | 'completed_at'>
