/** What `@atrium/sdk` offers as a package. */
export type { AnswerOf, ErrorCode, InputOf, Operations } from '@atrium/contract'
export {
  FINDING_GROUPS,
  type Finding,
  type FindingGroup,
  type FindingOf,
  SEVERITIES,
  type Severity,
  type SeverityCounts,
} from '@atrium/contract/scan-findings'
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
export type { SessionStorage } from './kept-session.ts'
export { type ListedFinding, listFindings, placeOf } from './list-findings.ts'
export { type ClientOperations, operations } from './operations.ts'
export type { ListenOptions } from './realtime.ts'
export type * from './resources.ts'
export { type AppTestRuns, type RunTestOptions, TestWaitError, type TestWaitOptions } from './test-runs.ts'
export type { Uploadable } from './upload.ts'
export * from './webhooks.ts'
