export type { AnswerOf, ErrorCode, InputOf, Operations } from '@atrium/contract'
export { ASSET_FIELDS } from '@atrium/contract/ad-assets'
export { MAX_GEO_TARGETS, MAX_THEMES } from '@atrium/contract/ad-campaign'
export { DATE_PRESETS } from '@atrium/contract/ads'
export { MESSAGES_PER_READ } from '@atrium/contract/agents'
export { CALLS_KEPT_DAYS } from '@atrium/contract/connector-calls'
export { CONNECTOR_CATEGORIES } from '@atrium/contract/connector-definition'
export { APPROVE_MINUTES } from '@atrium/contract/connectors'
export { CONVERSION_TYPES, MAPPING_EVENTS } from '@atrium/contract/conversions'
export { FIELD_NAME_RULE, isFieldName } from '@atrium/contract/entity-schemas'
export { DEFAULT_STEP_MS, MAX_FLOW_STEPS } from '@atrium/contract/flow-steps'
export { DEFAULT_RUN_SECONDS, MAX_ALLOWED_HOSTS } from '@atrium/contract/flows'
export {
  FINDING_GROUPS,
  type Finding,
  type FindingGroup,
  type FindingOf,
  SEVERITIES,
  type Severity,
  type SeverityCounts,
} from '@atrium/contract/scan-findings'
export { type FindingType, GROUP_OF_TYPE } from '@atrium/contract/scans'
export { MASKED } from '@atrium/contract/secrets'
export { FAILURES_BEFORE_TURN_OFF, MAX_WEBHOOKS_PER_AGENT } from '@atrium/contract/webhook'
export {
  APPROVAL,
  CALLS,
  type CallName,
  kindOf,
  type Task,
  type TaskKind,
  type TaskList,
  type WorkflowDefinition,
} from '@atrium/contract/workflow-definition'
export type { AppAnalytics } from './analytics/analytics.ts'
export type { EventDetails, Tracker } from './analytics/tracker.ts'
export type { AppAuth, AppMe } from './app-auth.ts'
export type { AppClient, AppLogs, AppRuns, AppUsers } from './app-client.ts'
export type { Answer, Call, CallArguments, CallOptions, RequestParts } from './call.ts'
export { type Client, type ClientOptions, createClient, type Request } from './client.ts'
export type { ClientOperation } from './client-operation.ts'
export {
  type AppCodingSessions,
  type CodingLaunch,
  type CodingReply,
  CodingWaitError,
  type FollowOptions,
} from './coding.ts'
export {
  type AppConnectors,
  ConnectError,
  type ConnectOptions,
  type ConnectorCallOptions,
} from './connectors.ts'
export type { Aggregate, Chosen, Entities, EntityClient, EntityEvent, ExportOptions } from './entities.ts'
export type {
  AnyEntities,
  AnyEntity,
  AnyRecord,
  Changes,
  Comparison,
  EntityType,
  EntityTypes,
  Filter,
  Sort,
} from './entity-query.ts'
export { ApiError, ConnectionError, type FieldError, type ItemError } from './errors.ts'
export { createClientFromRequest, type FunctionClient } from './function-client.ts'
export type { AppFunctions, InvokeOptions } from './functions.ts'
export type { HttpAnswer } from './http.ts'
export type { AppIntegrations } from './integrations.ts'
export { type ItemOf, iterate, pages } from './iterate.ts'
export { type ListedFinding, listFindings, placeOf } from './list-findings.ts'
export { type ClientOperations, operations } from './operations.ts'
export type { ListenOptions } from './realtime.ts'
export type * from './resources.ts'
export { type AppTestRuns, type RunTestOptions, TestWaitError, type TestWaitOptions } from './test-runs.ts'
export type { Uploadable } from './upload.ts'
export {
  type CodingSessionWebhookEvent,
  type ConnectionWebhookEvent,
  type EntityWebhookEvent,
  type MessageWebhookEvent,
  type ScanWebhookEvent,
  type TestRunWebhookEvent,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
