import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import {
  type FailedWorkflow,
  failedWorkflows,
  type WaitingDecision,
  waitingDecisions,
} from '../modules/workflows/index.ts'
import type { Db } from '../platform/database/db.ts'
import { oneLine } from '../platform/text/one-line.ts'
import { failedBecause } from './attention-words.ts'

export const workflowTroubles = (db: Db): TroubleSource[] => [
  {
    kinds: ['run_failed'],
    need: 'viewer',
    list: async (scope) => (await failedWorkflows(db, scope)).map(failureOf),
  },
  {
    kinds: ['decision_waiting'],
    need: 'editor',
    list: async (scope) => (await waitingDecisions(db, scope)).map(decisionOf),
  },
]

function failureOf(row: FailedWorkflow): Trouble {
  const { workflow_id, workflow_name, run_id, message, first_run_id, since } = row
  return {
    kind: 'run_failed',
    severity: 'warning',
    app: row,
    subject: { type: 'run', id: run_id, name: workflow_name, parent_id: workflow_id },
    detail: failedBecause('The last run failed', message),
    since,
    key: `${workflow_id} ${first_run_id}`,
  }
}

function decisionOf(row: WaitingDecision): Trouble {
  const { workflow_id, workflow_name, run_id, step_id, attempt, step_name, since, approvers } = row
  const named = Array.isArray(approvers) ? approvers.map(String) : []
  return {
    kind: 'decision_waiting',
    severity: 'warning',
    app: row,
    subject: { type: 'run', id: run_id, name: workflow_name, parent_id: workflow_id },
    detail: `The step “${oneLine(step_name)}” waits until somebody approves or declines it.`,
    since,
    key: `${run_id} ${step_id} ${attempt}`,
    ...(named.length > 0 && { emails: named }),
  }
}
