import { Id, OneOf } from '@atrium/contract'
import { RunError, RunStep, WorkflowRunStatus } from '@atrium/contract/workflow-runs'
import { createWorkflow, Definition, Description, Trigger, TriggerType } from '@atrium/contract/workflows'
import { Type } from 'typebox'
import {
  boolean,
  bytes,
  integer,
  json,
  orderedJson,
  type RowOf,
  table,
  text,
  time,
} from '../../platform/database/table.ts'

const { name } = createWorkflow.body.properties
const MADE_NEW = 'a new address is made'
const FOLLOWS = 'it follows from the trigger'
const NOW_ONLY = 'it says who works at it at this moment'
const OF_WORKFLOW = 'it is that of the workflow'
const AS_STEPS = 'a run lists its steps'
const ONE_VERSION = 'the definition goes with its workflow, as the first version'
const StepError = RunStep.properties.error

export const workflows = table(
  'workflows',
  {
    id: text(Id),
    app_id: text(Id),
    name: text(name),
    description: text(Description).nullable(),
    status: text(OneOf(['active', 'inactive'])).default('active'),
    trigger: json(Trigger),
    version: integer().notArchived(ONE_VERSION),
    hook_hash: bytes().nullable().notArchived(MADE_NEW),
    hook_token: text().nullable().notArchived(MADE_NEW),
    next_run_at: time().nullable().notArchived(FOLLOWS),
    archived_at: time().nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
export type WorkflowRow = RowOf<typeof workflows>

export const workflowVersions = table(
  'workflow_versions',
  {
    workflow_id: text(Id).notArchived(ONE_VERSION),
    version: integer().notArchived(ONE_VERSION),
    definition: orderedJson(Definition),
    created_by: text().nullable().notArchived(ONE_VERSION),
    created_date: time().notArchived(ONE_VERSION),
  },
  { key: ['workflow_id', 'version'] },
)
export type VersionRow = RowOf<typeof workflowVersions>

export const workflowWorkers = table(
  'workflow_workers',
  { id: text(Id), seen_at: time() },
  { key: ['id'], notArchived: NOW_ONLY },
)

export const workflowRuns = table(
  'workflow_runs',
  {
    id: text(Id),
    app_id: text(Id).notArchived(OF_WORKFLOW),
    workflow_id: text(Id),
    version: integer().notArchived(ONE_VERSION),
    status: text(WorkflowRunStatus),
    trigger_type: text(TriggerType).default('manual'),
    input: orderedJson(Type.Unknown()).nullable(),
    output: orderedJson(Type.Unknown()).nullable(),
    error: json(RunError).nullable(),
    is_test_run: boolean().default(false),
    depth: integer().default(0),
    replay_of_run_id: text(Id).nullable(),
    worker: text().nullable().notArchived(NOW_ONLY),
    wake_at: time().nullable().notArchived(NOW_ONLY),
    explanation: text().nullable(),
    explained_at: time().nullable().notArchived('archives call it generated_at'),
    created_date: time().default('now'),
    started_at: time().nullable(),
    completed_at: time().nullable(),
  },
  { key: ['id'], references: { workflow_id: 'workflows' } },
)
export type RunRow = RowOf<typeof workflowRuns>

export const workflowRunSteps = table(
  'workflow_run_steps',
  {
    run_id: text(Id).notArchived(AS_STEPS),
    id: text().notArchived(AS_STEPS),
    attempt: integer().notArchived(AS_STEPS),
    seq: integer().notArchived(AS_STEPS),
    app_id: text(Id).notArchived(AS_STEPS),
    name: text().notArchived(AS_STEPS),
    type: text().notArchived(AS_STEPS),
    status: text(RunStep.properties.status).notArchived(AS_STEPS),
    input: orderedJson(Type.Unknown()).nullable().notArchived(AS_STEPS),
    output: orderedJson(Type.Unknown()).nullable().notArchived(AS_STEPS),
    context: orderedJson(Type.Unknown()).nullable().notArchived(AS_STEPS),
    error: json(StepError).nullable().notArchived(AS_STEPS),
    next: text().nullable().notArchived(AS_STEPS),
    due_at: time().nullable().notArchived(AS_STEPS),
    listens_to: text().nullable().notArchived(AS_STEPS),
    started_at: time().notArchived(AS_STEPS),
    completed_at: time().nullable().notArchived(AS_STEPS),
  },
  { key: ['run_id', 'id', 'attempt'] },
)
export type StepRow = RowOf<typeof workflowRunSteps> & {
  /** True when the step changed the context, be it to null: JSON has that too, and the column holds it apart. */
  has_context?: boolean | undefined
}
