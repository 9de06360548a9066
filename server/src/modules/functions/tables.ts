import { Id, OneOf } from '@atrium/contract'
import { Automation } from '@atrium/contract/automations'
import { deployFunction, LogLevel } from '@atrium/contract/functions'
import { Type } from 'typebox'
import {
  bigint,
  integer,
  json,
  orderedJson,
  type RowOf,
  table,
  text,
  time,
} from '../../platform/database/table.ts'

const FunctionName = deployFunction.params.properties.name
const Files = Type.Array(Type.Object({ path: Type.String(), content: Type.String() }))
const SHORT_LIVED = 'it records what happened on this server, for some days'
const WITH_FUNCTION = 'the active deployment goes with its function, as a new one'
const REMADE = 'it follows from the active deployment'

export const functions = table(
  'functions',
  {
    app_id: text(Id),
    name: text(FunctionName),
    deployment_id: text(Id).notArchived('a new one is made'),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['app_id', 'name'], references: { app_id: 'apps' } },
)
export type FunctionRow = RowOf<typeof functions>

export const functionDeployments = table(
  'function_deployments',
  {
    id: text(Id).notArchived(WITH_FUNCTION),
    app_id: text(Id).notArchived(WITH_FUNCTION),
    function_name: text(Id).notArchived(WITH_FUNCTION),
    entry: text(),
    files: orderedJson(Files),
    bytes: integer().notArchived('counted from the files'),
    script: text().nullable().notArchived('it is built of the files'),
    automations: orderedJson(Type.Array(Automation)),
    access: text(OneOf(['app', 'anyone'])),
    created_by: text().nullable().notArchived(WITH_FUNCTION),
    created_date: time().notArchived(WITH_FUNCTION),
  },
  { key: ['id'] },
)
export type DeploymentRow = RowOf<typeof functionDeployments>

export const functionAutomations = table(
  'function_automations',
  {
    id: text(Id).notArchived(REMADE),
    app_id: text(Id).notArchived(REMADE),
    function_name: text(Id).notArchived(REMADE),
    type: text(OneOf(['entity', 'schedule'])).notArchived(REMADE),
    declared: json(Automation).notArchived(REMADE),
    next_run_at: time().nullable().notArchived(REMADE),
  },
  { key: ['id'] },
)
export type AutomationRow = RowOf<typeof functionAutomations>

export const automationRuns = table(
  'automation_runs',
  {
    id: text(Id).notArchived(SHORT_LIVED),
    app_id: text(Id).notArchived(SHORT_LIVED),
    function_name: text(Id).notArchived(SHORT_LIVED),
    automation_id: text(Id).notArchived(SHORT_LIVED),
    automation: json(Automation).notArchived(SHORT_LIVED),
    event: text(OneOf(['create', 'update', 'delete']))
      .nullable()
      .notArchived(SHORT_LIVED),
    record_id: text().nullable().notArchived(SHORT_LIVED),
    payload: orderedJson(Type.Record(Type.String(), Type.Unknown())).notArchived(SHORT_LIVED),
    depth: integer().notArchived(SHORT_LIVED),
    status: text(OneOf(['queued', 'running', 'succeeded', 'failed'])).notArchived(SHORT_LIVED),
    attempts: integer().notArchived(SHORT_LIVED),
    error: text().nullable().notArchived(SHORT_LIVED),
    created_date: time().notArchived(SHORT_LIVED),
    started_at: time().nullable().notArchived(SHORT_LIVED),
    ended_at: time().nullable().notArchived(SHORT_LIVED),
  },
  { key: ['id'] },
)
export type RunRow = RowOf<typeof automationRuns>

export const functionLogs = table(
  'function_logs',
  {
    id: text(Id).notArchived(SHORT_LIVED),
    app_id: text(Id).notArchived(SHORT_LIVED),
    function_name: text(Id).notArchived(SHORT_LIVED),
    deployment_id: text(Id).notArchived(SHORT_LIVED),
    request_id: text().nullable().notArchived(SHORT_LIVED),
    level: text(LogLevel).notArchived(SHORT_LIVED),
    message: text().notArchived(SHORT_LIVED),
    seq: bigint().notArchived(SHORT_LIVED),
    time: time().notArchived(SHORT_LIVED),
  },
  { key: ['id'] },
)
export type LogRow = RowOf<typeof functionLogs>

export const functionInvocations = table(
  'function_invocations',
  {
    id: text(Id).notArchived(SHORT_LIVED),
    app_id: text(Id).notArchived(SHORT_LIVED),
    function_name: text(Id).notArchived(SHORT_LIVED),
    deployment_id: text(Id).notArchived(SHORT_LIVED),
    request_id: text().notArchived(SHORT_LIVED),
    trigger: text(OneOf(['http', 'automation'])).notArchived(SHORT_LIVED),
    method: text().notArchived(SHORT_LIVED),
    status: integer().notArchived(SHORT_LIVED),
    duration_ms: integer().notArchived(SHORT_LIVED),
    error_code: text().nullable().notArchived(SHORT_LIVED),
    started_at: time().notArchived(SHORT_LIVED),
  },
  { key: ['id'] },
)
export type InvocationRow = RowOf<typeof functionInvocations>

const A_SECRET = 'secrets do not go out; set them again where the app goes'
export const appSecrets = table(
  'app_secrets',
  {
    id: text(Id).notArchived(A_SECRET),
    app_id: text(Id).notArchived(A_SECRET),
    name: text().notArchived(A_SECRET),
    /** Encrypted. */
    value: text().notArchived(A_SECRET),
    created_date: time().notArchived(A_SECRET),
    updated_date: time().notArchived(A_SECRET),
  },
  { key: ['id'] },
)
export type SecretRow = RowOf<typeof appSecrets>
