/** Receiving webhooks, without the rest of the client: WebCrypto is all it needs. */
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
