import { Id, OneOf } from '@atrium/contract'
import { FlowStep } from '@atrium/contract/flow-steps'
import { createFlow, DEFAULT_RUN_SECONDS, Flow, FlowSchedule, TestRunStatus } from '@atrium/contract/flows'
import { RecordedAction } from '@atrium/contract/recordings'
import {
  CancelReason,
  TestArtifact,
  TestError,
  TestReport,
  TestRunStep,
  TestTrigger,
} from '@atrium/contract/test-runs'
import { Type } from 'typebox'
import {
  bigint,
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
import { CachedAction } from './steps/cached-action.ts'

const { name, goal } = createFlow.body.properties
const { role, allowed_hosts, timeout_seconds, steps } = Flow.properties
const NOW_ONLY = 'it says who works at it at this moment'
const OF_RUN = 'archives have no place for the steps and evidence of runs'
const step = TestRunStep.properties
const artifact = TestArtifact.properties

export const testFlows = table(
  'test_flows',
  {
    id: text(Id),
    app_id: text(Id),
    name: text(name),
    goal: text(goal),
    steps: orderedJson(steps).default([]),
    step_count: integer().notArchived('it follows from the steps'),
    role: text().nullable(),
    start_url: text().nullable(),
    allowed_hosts: json(allowed_hosts).default([]),
    schedule: json(FlowSchedule).nullable(),
    on_publish: boolean().default(false),
    next_run_at: time().nullable().notArchived('it follows from the schedule'),
    timeout_seconds: integer(timeout_seconds).default(DEFAULT_RUN_SECONDS),
    created_by_id: text(Id).nullable(),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
/** Without what the database computes. */
export type FlowRow = Omit<RowOf<typeof testFlows>, 'step_count'>

export const flowActions = table(
  'flow_actions',
  {
    flow_id: text(Id),
    step_id: text(FlowStep.properties.id),
    instruction: text(),
    action: json(CachedAction),
    updated_at: time(),
  },
  { key: ['flow_id', 'step_id'], notArchived: 'the next run finds it again' },
)
export type FlowActionRow = RowOf<typeof flowActions>

/** What a run goes by: its test as it was when the run was asked for. */
export const FlowOfRun = Type.Object({ goal, role, steps, allowed_hosts, timeout_seconds })

export const testExecutions = table(
  'test_executions',
  {
    id: text(Id),
    app_id: text(Id),
    flow_id: text(Id),
    flow_name: text().default(''),
    flow: orderedJson(FlowOfRun).notArchived('the test has it'),
    flow_hash: text().notArchived('it follows from the test'),
    status: text(TestRunStatus),
    trigger: text(TestTrigger).default('manual'),
    started_by: text().nullable(),
    paid_by_id: text(Id).nullable().notArchived(NOW_ONLY),
    start_url: text().nullable(),
    app_revision: bigint().nullable().notArchived('it counts the changes on this server'),
    error: json(TestError).nullable(),
    cancel_reason: text(CancelReason).nullable(),
    cancel_requested_at: time().nullable().notArchived(NOW_ONLY),
    worker: text().nullable().notArchived(NOW_ONLY),
    leased_until: time().nullable().notArchived(NOW_ONLY),
    tries: integer().notArchived(NOW_ONLY),
    test_user_id: text(Id).nullable().notArchived(NOW_ONLY),
    report: orderedJson(TestReport).nullable().notArchived(OF_RUN),
    created_date: time().default('now'),
    started_at: time().nullable(),
    completed_at: time().nullable(),
  },
  { key: ['id'], references: { app_id: 'apps' } },
)
/** Without what the database computes. */
export type TestRunRow = Omit<RowOf<typeof testExecutions>, 'flow_hash'>

export const testRunSteps = table(
  'test_run_steps',
  {
    execution_id: text(Id),
    seq: integer(),
    id: text(step.id),
    kind: text(step.kind),
    instruction: text(),
    status: text(step.status),
    resolved_by: text(step.resolved_by).nullable(),
    performed: json(step.performed).nullable(),
    healed: json(step.healed).nullable(),
    extracted: text().nullable(),
    url: text().nullable(),
    error: json(TestError).nullable(),
    console_errors: json(step.console_errors),
    failed_requests: json(step.failed_requests),
    screenshot_id: text(Id).nullable(),
    snapshot_id: text(Id).nullable(),
    started_at: time().nullable(),
    completed_at: time().nullable(),
  },
  { key: ['execution_id', 'seq'], notArchived: OF_RUN },
)
export type TestRunStepRow = RowOf<typeof testRunSteps>

export const testArtifacts = table(
  'test_artifacts',
  {
    id: text(Id),
    app_id: text(Id),
    execution_id: text(Id),
    kind: text(artifact.kind),
    step_id: text().nullable(),
    content_type: text(),
    bytes: integer(),
    storage_key: text(),
    created_date: time(),
  },
  { key: ['id'], notArchived: OF_RUN },
)
export type ArtifactRow = RowOf<typeof testArtifacts>

export const testRecordings = table(
  'test_recordings',
  {
    id: text(Id),
    app_id: text(Id),
    key_hash: bytes(),
    status: text(OneOf(['open', 'closed'])),
    actions: orderedJson(Type.Array(RecordedAction)),
    created_by_id: text(Id).nullable(),
    created_date: time(),
    expires_at: time(),
  },
  { key: ['id'], notArchived: 'it lives for two hours' },
)
export type RecordingRow = RowOf<typeof testRecordings>
