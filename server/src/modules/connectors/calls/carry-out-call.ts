import { refuse } from '../../../platform/errors.ts'
import type { Answered } from '../../../ports/outbound-http/port.ts'
import type { Deps } from '../deps.ts'
import type { Credentials } from '../tokens/sealed-credentials.ts'
import { askedWait, waitBeforeNext } from './retry-rules.ts'
import { buildCall, CALL_MS, type Connected, failureOf, type ServiceRequest } from './send-call.ts'

/** A connection that calls go out by. */
export interface UsableConnection {
  connection_id: string
  definition: Connected['definition']
  values: Connected['values']
  /** What lets the call in; another one after the service refused this token, where there is one. */
  credentials(refusedToken?: string): Promise<Credentials>
}

export interface Attempted {
  answer: Answered
  /** What was sent last: the answer may echo it. */
  credentials: Credentials
  sent: readonly string[]
}

/** Counts what was sent, also when it throws in the end. */
export interface Tally {
  attempts: number
}

type Needed = Pick<Deps, 'connectorHttp' | 'connectorPacing' | 'clock'>

/** The pause of a connection whose service has enough of it but does not say until when. */
const PAUSE_MS = 1_000

/**
 * Sends a request until its outcome stands: repeats what is safe to repeat, within the time of a call. Rejects with the
 * reason of the request's signal.
 */
export async function carryOutCall(
  deps: Needed,
  connection: UsableConnection,
  request: ServiceRequest,
  tally: Tally,
): Promise<Attempted> {
  const { signal } = request
  signal?.throwIfAborted()
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, CALL_MS)
  signal?.addEventListener('abort', end)
  try {
    return await attemptUntil(deps, connection, request, tally, over.signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

async function attemptUntil(
  { connectorHttp, connectorPacing, clock }: Needed,
  connection: UsableConnection,
  request: ServiceRequest,
  tally: Tally,
  signal: AbortSignal,
): Promise<Attempted> {
  const { connection_id, definition, values } = connection
  const until = performance.now() + CALL_MS
  const http = connectorHttp(definition.integration_type)
  let credentials = await connection.credentials()
  let isRefreshed = false
  for (let attempt = 1; ; attempt++) {
    const built = buildCall({ definition, values, credentials }, request)
    await connectorPacing.turn(connection_id, definition.api.per_second, signal)
    request.signal?.throwIfAborted()
    tally.attempts++
    const left = until - performance.now()
    const outcome = await http.send({ ...built, deadlineMs: Math.max(1, Math.ceil(left)) })
    request.signal?.throwIfAborted()
    const isAnswered = outcome.kind === 'answered'
    if (isAnswered && outcome.status === 401 && !isRefreshed && credentials.access_token !== null) {
      isRefreshed = true
      const refused = credentials.access_token
      credentials = await connection.credentials(refused)
      // A 401 was not carried out, so anything may be repeated; the same token again would be of no use.
      if (credentials.access_token !== refused) continue
    }
    const now = clock.now().getTime()
    if (isAnswered && outcome.status === 429) {
      connectorPacing.pause(connection_id, askedWait(outcome.headers, now) ?? PAUSE_MS)
    }
    const wait = waitBeforeNext(request, outcome, attempt, now)
    if (wait !== null && wait < until - performance.now()) {
      await connectorPacing.rest(wait, signal)
      continue
    }
    if (!isAnswered) throw failureOf(outcome)
    if (outcome.truncated) throw refuse('connector_call_failed', { message: TRUNCATED })
    return { answer: outcome, credentials, sent: authorizationOf(built.headers) }
  }
}

const TRUNCATED = 'The answer is larger than 4 MiB, or broke off before its end; ask for less at once.'

function authorizationOf({ authorization }: Readonly<Record<string, string>>): string[] {
  return authorization === undefined ? [] : [authorization]
}
