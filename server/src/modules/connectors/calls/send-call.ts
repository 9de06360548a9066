import { MAX_CALL_BYTES } from '@atrium/contract/connector-calls'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { invalid, refuse } from '../../../platform/errors.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import type { OutboundOutcome, OutboundRequest } from '../../../ports/outbound-http/port.ts'
import type { Deps } from '../deps.ts'
import type { Credentials } from '../tokens/sealed-credentials.ts'
import { credentialOf, headersOf } from './call-headers.ts'
import { addressOf, baseOf } from './service-address.ts'

/** A request to a service: where it goes is relative to the connector's own address. */
export interface ServiceRequest {
  method: string
  /** May bring a query along. */
  path: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** A text is sent as it is, all else as JSON; undefined and null: none. */
  body: unknown
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal
}

export interface ServiceAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
  truncated: boolean
}

/** What fills the places of the connector's addresses and headers. */
export interface Connected {
  definition: ConnectorDefinition
  /** Values of fields that are not secret, and what the service said. */
  values: Readonly<Record<string, string>>
  credentials: Credentials
}

/** For a call as a whole. */
export const CALL_MS = 30_000

/**
 * Sends one request with the credential added, and nothing more: no retry, no refresh. Refuses what would leave the
 * connector's address; throws `connector_call_failed` or `connector_timed_out` when there is no answer.
 */
export async function sendCall(
  { connectorHttp }: Pick<Deps, 'connectorHttp'>,
  connected: Connected,
  request: ServiceRequest,
  signal?: AbortSignal,
): Promise<ServiceAnswer> {
  const http = connectorHttp(connected.definition.integration_type)
  const outcome = await http.send({ ...buildCall(connected, request), ...(signal && { signal }) })
  if (outcome.kind === 'failed') throw failureOf(outcome)
  return outcome
}

/** The request as it leaves. Redirects are answers like any other: the port follows none. */
export function buildCall(connected: Connected, request: ServiceRequest): OutboundRequest {
  const { definition, credentials } = connected
  const { method, path, query, headers, body, signal } = request
  const values = withDerived(definition, connected.values)
  const credential = credentialOf(definition, values, credentials)
  const url = addressOf(baseOf(definition, values), path, { ...query, ...credential.query })
  const { content, type } = contentOf(method, body)
  return {
    method,
    url,
    headers: {
      ...(type !== null && { 'content-type': type }),
      ...headersOf(definition, headers, values),
      ...credential.headers,
    },
    body: content,
    deadlineMs: CALL_MS,
    keepBody: MAX_CALL_BYTES,
    keepBodyWhen: 'always',
    ...(signal && { signal }),
  }
}

/** The refusal of a call that got no answer. */
export function failureOf({ error_type, message }: Extract<OutboundOutcome, { kind: 'failed' }>): Error {
  return error_type === 'timeout'
    ? refuse('connector_timed_out')
    : refuse('connector_call_failed', { message })
}

interface Content {
  content: string | null
  type: string | null
}

const AT_BODY = ['body', 'body']

function contentOf(method: string, body: unknown): Content {
  if (body === undefined || body === null) return { content: null, type: null }
  if (method === 'GET' || method === 'HEAD')
    throw invalid(AT_BODY, 'body_not_allowed', `${method} has no body`)
  const isText = typeof body === 'string'
  const content = isText ? body : JSON.stringify(body)
  if (Buffer.byteLength(content) > MAX_CALL_BYTES) {
    throw invalid(AT_BODY, 'body_too_large', `At most ${MAX_CALL_BYTES / 1024 / 1024} MiB can be sent`)
  }
  return { content, type: isText ? 'text/plain; charset=utf-8' : 'application/json' }
}
