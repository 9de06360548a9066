import { CALL_METHODS, MAX_CALL_ITEMS } from '@atrium/contract/connector-calls'
import { INTEGRATION_TYPE } from '@atrium/contract/connector-definition'
import { MAX_STEP_BYTES } from '@atrium/contract/workflow-runs'
import { ApiError } from '../../../../platform/errors.ts'
import type { ConnectorAnswer, ConnectorCall } from '../../workflow-calls.ts'
import { Fault, type FaultKind } from '../fault.ts'
import { actingRun, type Call } from '../held-run.ts'
import { brokenOff } from '../stops.ts'
import { jsonSize } from '../value-size.ts'
import { statusFault } from './answer-faults.ts'
import { refusedAsFault } from './entities.ts'
import { withoutAttempts } from './http.ts'
import { headerTexts, namedTexts } from './sent-texts.ts'

interface ConnectorArguments {
  connector: unknown
  method?: unknown
  path: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
  all_items?: unknown
  max_items?: unknown
  output?: unknown
}

const QUOTED = 512
const MAX_PATH = 4_096

/**
 * Calls a service that the app is connected to. As with an address, every attempt carries the same Idempotency-Key, by
 * which the service can tell.
 */
export const callConnector: Call = async (step, given) => {
  const { held, id, scope } = step
  const wanted = given as unknown as ConnectorArguments
  const key = `${held.run.id}:${withoutAttempts(id)}`
  const call = readCall(wanted, key)
  await held.journal.flush()
  const { workflowCalls } = held.deps
  const answer = await asFault(() =>
    brokenOff(scope.signal, (signal) => workflowCalls.callConnector(actingRun(step), call, signal)),
  )
  const { status, ok, headers, body, encoding, has_more } = answer
  if (status < 200 || status > 299) throw statusFault('The service', answer, quotedOf(answer))
  if (!ok) {
    const message = `The service answered ${status} and said that it failed: ${quotedOf(answer)}`
    throw new Fault('communication', 'service_error', message)
  }
  const output = wanted.output === 'response' ? { status, headers, content: body, encoding, has_more } : body
  if (jsonSize(output, MAX_STEP_BYTES) > MAX_STEP_BYTES) {
    const hint = call.all_items ? '; ask for fewer with `max_items`' : ''
    throw new Fault('communication', 'answer_too_large', `The answer is larger than 256 KiB${hint}`)
  }
  return output
}

/** What expressions gave is checked here: nobody could when the workflow was saved. */
function readCall(given: ConnectorArguments, idempotencyKey: string): ConnectorCall {
  const { connector, path, query, headers, body, all_items, max_items } = given
  if (typeof connector !== 'string' || !new RegExp(INTEGRATION_TYPE).test(connector)) {
    throw new Fault('validation', 'invalid_connector', '`connector` is no type of a connector, such as slack')
  }
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH) {
    throw new Fault('validation', 'invalid_path', '`path` is no path at the service that begins with /')
  }
  const method = CALL_METHODS.find((one) => one === String(given.method ?? 'GET').toUpperCase())
  if (!method) {
    throw new Fault('validation', 'invalid_method', `\`method\` is none of ${CALL_METHODS.join(', ')}`)
  }
  return {
    integration_type: connector,
    method,
    path,
    query: Object.fromEntries(namedTexts(query)),
    headers: { 'idempotency-key': idempotencyKey, ...headerTexts(headers) },
    ...(body !== undefined && body !== null && { body }),
    all_items: all_items === true,
    ...(max_items !== undefined && max_items !== null && { max_items: readMost(max_items) }),
  }
}

function readMost(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CALL_ITEMS) return Number(value)
  throw new Fault(
    'validation',
    'invalid_max_items',
    `\`max_items\` is no whole number from 1 to ${MAX_CALL_ITEMS}`,
  )
}

const KINDS: Partial<Record<string, FaultKind>> = {
  connector_call_failed: 'communication',
  connector_busy: 'communication',
  connector_timed_out: 'timeout',
}

/** What the way to the service is refused with: some of it may be over at the next attempt. */
async function asFault<T>(work: () => Promise<T>): Promise<T> {
  return refusedAsFault(async () => {
    try {
      return await work()
    } catch (error) {
      const kind = error instanceof ApiError ? KINDS[error.code] : undefined
      if (!(error instanceof ApiError) || !kind) throw error
      throw new Fault(kind, error.code, error.message, { status: error.status, isPassing: true })
    }
  })
}

function quotedOf({ body, encoding }: ConnectorAnswer): string {
  if (encoding === 'base64' || body === null || body === undefined) return ''
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text.slice(0, QUOTED)
}
