/** Workflows with runs that ended as a test wants it, straight into the tables: no engine carries them out. */
import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import type { TestApp } from '../../../../test/app.ts'
import { makeId } from '../../../platform/ids.ts'
import {
  type RunRow,
  type StepRow,
  workflowRunSteps,
  workflowRuns,
  workflows,
  workflowVersions,
} from '../tables.ts'

export const SHOP_DEFINITION: WorkflowDefinition = {
  do: [
    { load: { call: 'entities.query', with: { entity_name: 'Order' } } },
    { send: { call: 'http', with: { method: 'post', endpoint: 'https://shop.example.com/orders' } } },
  ],
}

export interface MadeWorkflow {
  app_id: string
  workflow_id: string
  saveVersion(version: number, definition: WorkflowDefinition): Promise<void>
  /** A run that ended, with steps in this order; the last one failed unless the run did not. */
  run(fields?: Partial<RunRow>, steps?: readonly Partial<StepRow>[]): Promise<string>
}

/** Of version 1, with one version for each definition. */
export async function makeWorkflow(
  app: TestApp,
  app_id: string,
  ...definitions: readonly WorkflowDefinition[]
): Promise<MadeWorkflow> {
  const { db } = app.atrium
  const now = app.clock.now()
  const workflow_id = makeId('wfl', now)
  const shown = definitions.length > 0 ? definitions : [SHOP_DEFINITION]
  await workflows.insertNew(db, [
    {
      id: workflow_id,
      app_id,
      name: 'Send orders',
      status: 'active',
      trigger: { type: 'manual' },
      version: shown.length,
      created_date: now,
      updated_date: now,
    },
  ])
  const made: MadeWorkflow = {
    app_id,
    workflow_id,
    async saveVersion(version, definition) {
      await workflowVersions.insertNew(db, [{ workflow_id, version, definition, created_date: now }])
    },
    async run(fields = {}, steps = FAILED_STEPS) {
      const at = app.clock.now()
      const run = { ...endedRun(at), ...fields, id: makeId('run', at), app_id, workflow_id }
      app.clock.move(1)
      await workflowRuns.insertNew(db, [run])
      const shownSteps = run.status === 'completed' ? [] : steps
      const rows = shownSteps.map((step, seq) => ({ ...endedStep(at, seq), ...step, run_id: run.id, app_id }))
      for (const row of rows) await workflowRunSteps.insertNew(db, [row])
      return run.id
    },
  }
  for (const [at, definition] of shown.entries()) await made.saveVersion(at + 1, definition)
  return made
}

export const FAILED_STEPS: readonly Partial<StepRow>[] = [
  { id: 'load', name: 'load', type: 'entities.query', output: [{ id: 'rec_1', total: 12 }] },
  {
    id: 'send',
    name: 'send',
    type: 'http',
    status: 'failed',
    input: {
      method: 'post',
      endpoint: 'https://shop.example.com/orders',
      headers: { 'X-Api-Key': 'hush-1' },
    },
    error: { message: 'The server answered 500', code: 'http_status', status: 500 },
  },
]

function endedRun(now: Date) {
  return {
    version: 1,
    status: 'failed' as const,
    trigger_type: 'manual' as const,
    error: { message: 'The server answered 500', code: 'http_status', step_id: 'send' },
    is_test_run: false,
    depth: 0,
    created_date: now,
    started_at: now,
    completed_at: new Date(now.getTime() + 1_250),
  }
}

function endedStep(now: Date, seq: number) {
  const started_at = new Date(now.getTime() + seq * 100)
  return {
    id: `step${seq}`,
    name: `step${seq}`,
    type: 'set',
    attempt: 1,
    seq,
    status: 'completed' as const,
    started_at,
    completed_at: new Date(started_at.getTime() + 40),
  }
}
