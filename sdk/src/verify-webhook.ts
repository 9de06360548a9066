import { isRecord } from './errors.ts'
import type { CodingSession, Message } from './resources.ts'

/** What a webhook of an agent is reported. */
export interface MessageWebhookEvent {
  id: string
  type: 'message.created' | 'message.completed'
  created_date: string
  agent_id: string
  conversation_id: string
  /** Missing only when `truncated`. */
  data?: { message: Message }
  /** The event was too large: it carries ids only. */
  truncated?: true
  /** A sample, sent by `webhooks.test`. */
  test?: true
}

/** What a webhook of an app is reported. */
export interface EntityWebhookEvent {
  id: string
  type: `entity.${string}`
  created_date: string
  app_id: string
  entity_name?: string
  data?: Record<string, unknown>
  truncated?: true
  test?: true
}

/** What a webhook of an app is reported when a security scan found something critical that is new. */
export interface ScanWebhookEvent {
  id: string
  type: 'scan.found_critical'
  created_date: string
  app_id: string
  scan_id: string
  /** Missing only when `truncated`. */
  data?: {
    scan: {
      id: string
      /** How many there are; the first 50 are listed. */
      found_count: number
      findings: { fingerprint: string; rule_id: string; severity: string; title: string; group: string }[]
    }
  }
  truncated?: true
  test?: true
}

/** What a webhook of an app is reported when a connected service has to be connected again. */
export interface ConnectionWebhookEvent {
  id: string
  type: 'connection.expired'
  created_date: string
  app_id: string
  data?: {
    connection: {
      id: string
      integration_type: string
      display_name: string
      /** A sentence for people. */
      reason: string
    }
  }
  truncated?: true
  test?: true
}

/** What a webhook of an app is reported when a run of an automated test has ended. */
export interface TestRunWebhookEvent {
  id: string
  type: 'test_run.ended'
  created_date: string
  app_id: string
  data?: {
    test_run: {
      id: string
      flow_id: string
      flow_name: string
      status: 'passed' | 'failed' | 'cancelled' | 'error'
      trigger: 'manual' | 'schedule' | 'publish' | 'api'
    }
  }
  truncated?: true
  test?: true
}

/** What a webhook of an app is reported when a coding session asks for something, or has ended. */
export interface CodingSessionWebhookEvent {
  id: string
  type: 'coding_session.needs_input' | 'coding_session.ended'
  created_date: string
  app_id: string
  data?: {
    coding_session: Pick<
      CodingSession,
      | 'id'
      | 'state'
      | 'title'
      | 'client_reference'
      | 'launch_key'
      | 'error_code'
      | 'outcome'
      | 'input_request_id'
    > & { pull_request: { number: number; url: string } | null }
  }
  truncated?: true
  test?: true
}

export type WebhookEvent =
  | MessageWebhookEvent
  | EntityWebhookEvent
  | ScanWebhookEvent
  | ConnectionWebhookEvent
  | TestRunWebhookEvent
  | CodingSessionWebhookEvent

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyWebhookOptions = {
  /** As the request has them: a `Headers`, a plain object or Node's. */
  headers: WebhookHeaders
  /** The body exactly as it came, before anything parsed it. */
  body: string | Uint8Array
  /**
   * `standard` is `webhook-signature`, which carries a time; `plain` is `X-Service-Signature`, which does not.
   * When left out, the first is checked if it is there, else the second.
   */
  scheme?: 'standard' | 'plain' | undefined
  /** How far the time in the headers may be from now; 300 when left out. */
  tolerance_seconds?: number | undefined
  now?: Date | undefined
} & (
  | { /** As it was shown: `whsec_…`. */ secret: string; secrets?: undefined }
  | { /** Any of these may have signed. */ secrets: readonly string[]; secret?: undefined }
)

export type WebhookProblem = 'missing_signature' | 'wrong_signature' | 'too_old' | 'not_json'

/** The request is not an event of ours, or not one of now: do not act on it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookProblem

  constructor(reason: WebhookProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The event of a webhook request, once its signature and its time are found right. Needs nothing but WebCrypto. */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { headers, scheme, tolerance_seconds = 300, now = new Date() } = options
  const secrets = requireSecrets(options.secrets ?? [options.secret])
  const body = typeof options.body === 'string' ? utf8(options.body) : new Uint8Array(options.body)
  const standard = scheme === 'plain' ? null : readHeader(headers, 'webhook-signature')
  const plain = scheme === 'standard' ? null : readHeader(headers, 'x-service-signature')

  if (standard !== null) {
    const id = requireHeader(headers, 'webhook-id')
    const timestamp = requireHeader(headers, 'webhook-timestamp')
    await requireStandardSignature(secrets, standard, join(utf8(`${id}.${timestamp}.`), body))
    requireRecent(timestamp, tolerance_seconds, now)
  } else if (plain !== null) {
    await requirePlainSignature(secrets, plain, body)
  } else {
    const wanted = scheme === 'plain' ? 'x-service-signature' : 'webhook-signature'
    throw new WebhookVerificationError('missing_signature', `The request has no ${wanted} header.`)
  }
  return parseEvent(body)
}

/** An empty key would verify what anybody can sign. */
function requireSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0 || secrets.some((secret) => typeof secret !== 'string' || secret === '')) {
    throw new TypeError('verifyWebhook needs the secret of the webhook.')
  }
  return secrets
}

function readHeader(headers: WebhookHeaders, wanted: string): string | null {
  if (isHeaders(headers)) return headers.get(wanted)
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? []
  return value === undefined ? null : typeof value === 'string' ? value : value.join(' ')
}

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function'
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = readHeader(headers, name)
  if (value) return value
  throw new WebhookVerificationError('missing_signature', `The request has no ${name} header.`)
}

/** One of the signatures, made with one of the secrets: two of each while a secret is being replaced. */
async function requireStandardSignature(secrets: readonly string[], header: string, signed: Bytes) {
  const given = header.split(' ')
  for (const secret of secrets) {
    const key = fromBase64(secret.replace(/^whsec_/, ''))
    if (key === null) continue
    const expected = `v1,${btoa(String.fromCharCode(...(await hmac(key, signed))))}`
    if (given.some((each) => isSameText(each, expected))) return
  }
  throw wrongSignature('webhook-signature')
}

async function requirePlainSignature(secrets: readonly string[], header: string, body: Bytes) {
  for (const secret of secrets) {
    const mac = await hmac(utf8(secret), body)
    const expected = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (isSameText(header.toLowerCase(), expected)) return
  }
  throw wrongSignature('x-service-signature')
}

function wrongSignature(header: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'wrong_signature',
    `The ${header} does not fit the body: another secret, or the body was changed on its way.`,
  )
}

/** Also not from the future: an event kept back would seem new for longer. */
function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const age = now.getTime() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (Math.abs(age) <= toleranceSeconds) return
  const distance = age > 0 ? `${Math.round(age)} s old` : 'from the future, or no time'
  throw new WebhookVerificationError('too_old', `The webhook-timestamp ${timestamp} is ${distance}.`)
}

function parseEvent(body: Bytes): WebhookEvent {
  const event = tryParse(new TextDecoder().decode(body))
  if (isRecord(event) && typeof event.id === 'string' && typeof event.type === 'string') {
    // Signed by the server, which sends no other shapes.
    return event as unknown as WebhookEvent
  }
  throw new WebhookVerificationError('not_json', 'The body is not an event in JSON.')
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function hmac(key: Bytes, data: Bytes): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data))
}

/** In a time that does not tell how much of it is the same. */
function isSameText(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let i = 0; i < expected.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}

function fromBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return bytes.length === 0 ? null : bytes
  } catch {
    return null
  }
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function join(first: Bytes, second: Bytes): Bytes {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
