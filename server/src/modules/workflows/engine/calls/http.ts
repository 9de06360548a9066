import { MAX_STEP_BYTES } from '@atrium/contract/workflow-runs'
import { type OutboundErrorType, responseText } from '../../../../ports/outbound-http/port.ts'
import { Fault } from '../fault.ts'
import type { Call } from '../held-run.ts'
import { statusFault } from './answer-faults.ts'
import { readContent } from './read-content.ts'
import { headerTexts, namedTexts } from './sent-texts.ts'

const DEADLINE_MS = 30_000
/** Worth another try: nobody answered, or they may answer otherwise the next time. */
const PASSING = new Set<OutboundErrorType>([
  'connection_refused',
  'timeout',
  'connection_reset',
  'dns_error',
  'network_error',
])

/**
 * Calls an address. It may be called again after a stop or a failed attempt, so every attempt carries the same
 * Idempotency-Key, by which the receiver can tell.
 */
export const callHttp: Call = async ({ held, scope, id }, given) => {
  const { method, endpoint, headers, query, body, output } = given as unknown as HttpArguments
  const json = body === undefined || body === null || typeof body === 'string' ? null : JSON.stringify(body)
  await held.journal.flush()
  const outcome = await held.deps.outboundHttp
    .send({
      method: String(method ?? 'GET').toUpperCase(),
      url: addressOf(endpoint, query),
      headers: {
        'idempotency-key': `${held.run.id}:${withoutAttempts(id)}`,
        ...(json !== null && { 'content-type': 'application/json' }),
        ...headerTexts(headers),
      },
      body: json ?? (typeof body === 'string' ? body : null),
      deadlineMs: DEADLINE_MS,
      keepBody: MAX_STEP_BYTES,
      keepBodyWhen: 'always',
      signal: scope.signal,
    })
    .catch((error: unknown) => {
      throw new Fault('configuration', 'invalid_request', messageOf(error))
    })
  scope.signal.throwIfAborted()
  if (outcome.kind === 'failed') {
    const { error_type, message } = outcome
    const kind = error_type === 'timeout' ? 'timeout' : 'communication'
    throw new Fault(kind, error_type, message, { isPassing: PASSING.has(error_type) })
  }
  if (outcome.status < 200 || outcome.status > 299) {
    throw statusFault('The server', outcome, responseText(outcome.body))
  }
  if (outcome.truncated) {
    throw new Fault('communication', 'answer_too_large', 'The answer is larger than 256 KiB, or broke off')
  }
  const text = responseText(outcome.body, MAX_STEP_BYTES)
  const content = readContent(text, outcome.headers['content-type'] ?? '')
  return output === 'response' ? { status: outcome.status, headers: outcome.headers, content } : content
}

interface HttpArguments {
  method?: unknown
  endpoint: unknown
  headers?: unknown
  query?: unknown
  body?: unknown
  output?: unknown
}

function addressOf(endpoint: unknown, query: unknown): string {
  const address =
    typeof endpoint === 'object' && endpoint !== null && 'uri' in endpoint ? endpoint.uri : endpoint
  if (typeof address !== 'string' || !URL.canParse(address)) {
    throw new Fault('configuration', 'invalid_address', '`endpoint` is no whole address, such as https://…')
  }
  const url = new URL(address)
  for (const [name, text] of namedTexts(query)) url.searchParams.set(name, text)
  return url.href
}

/** The attempts of a `try` around it are attempts at the same thing. */
export function withoutAttempts(id: string): string {
  return id.replace(/\(\d+\)/g, '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request could not be sent'
}
