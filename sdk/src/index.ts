export { type AnswerOf, type ErrorCode, type Operations, operations } from '@atrium/contract'
export { MESSAGES_PER_READ } from '@atrium/contract/agents'
export { FAILURES_BEFORE_TURN_OFF, MAX_WEBHOOKS_PER_AGENT } from '@atrium/contract/webhook'
export type { Call, CallArguments, CallOptions, RequestParts } from './call.ts'
export { type Client, type ClientOptions, createClient, type Request } from './client.ts'
export { ApiError, ConnectionError, type FieldError, type ItemError } from './errors.ts'
export type { HttpAnswer } from './http.ts'
export { type ItemOf, iterate, pages } from './iterate.ts'
export type * from './resources.ts'
export {
  type EntityWebhookEvent,
  type MessageWebhookEvent,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
