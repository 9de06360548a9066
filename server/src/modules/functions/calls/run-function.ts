import type { ErrorCode, PassedAnswer, PassedRequest } from '@atrium/contract'
import { errors } from '@atrium/contract'
import { type ApiError, refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { FunctionFailure } from '../../../ports/function-runtime/port.ts'
import type { ActiveFunction } from '../deployments/deployment-store.ts'
import type { Deps } from '../deps.ts'
import type { InvocationRow } from '../tables.ts'
import { MOST_DEPTH } from './call-depth.ts'
import { versionOf } from './load-version.ts'
import { createOwnApi, type FunctionCaller } from './own-api.ts'

export interface FunctionRun extends ActiveFunction {
  trigger: InvocationRow['trigger']
  /** How many calls led to this one, itself included. */
  depth: number
  caller: FunctionCaller
  request: Omit<PassedRequest, 'secret'>
}

/** Calls a function and returns what it answers, or refuses; either is noted. */
export async function runFunction(deps: Deps, run: FunctionRun): Promise<PassedAnswer> {
  const { clock, functionInvocations } = deps
  const started_at = clock.now()
  const start = performance.now()
  const record = (status: number, error_code: string | null) =>
    functionInvocations.record({
      id: makeId('fin', started_at),
      app_id: run.app_id,
      function_name: run.name,
      deployment_id: run.deployment_id,
      request_id: run.caller.visitor.request_id,
      trigger: run.trigger,
      method: run.request.method,
      status,
      duration_ms: Math.round(performance.now() - start),
      error_code,
      started_at,
    })
  try {
    const answer = await call(deps, run)
    record(answer.status, null)
    return answer
  } catch (refusal) {
    const { status = 500, code = 'internal_error' } = refusal as Partial<ApiError>
    record(status, code)
    throw refusal
  }
}

async function call(deps: Deps, run: FunctionRun): Promise<PassedAnswer> {
  const { caller, request, depth } = run
  if (depth > MOST_DEPTH) throw failed(deps, run, 'function_loop', errors.function_loop.message)
  const outcome = await deps.functionRuntime.invoke(versionOf(deps, run), {
    request_id: caller.visitor.request_id,
    method: request.method,
    url: `${deps.baseUrl()}${request.url}`,
    headers: [...request.headers, ...userHeader(caller.user)],
    body: request.body,
    callApi: createOwnApi(deps, run, caller, depth),
    signal: request.signal,
  })
  if (outcome.kind === 'failed') {
    throw failed(deps, run, CODES[outcome.failure.type], outcome.failure.message)
  }
  const { status, headers, body } = outcome
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    if (!(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
    throw failed(deps, run, 'function_failed', `The function answered with the status ${status}`)
  }
  return { status, headers, body: body instanceof Uint8Array ? body : watched(deps, run, body) }
}

/** The same bytes; when they end too early, the log says why. */
async function* watched(deps: Deps, run: FunctionRun, body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch (failure) {
    const { message = 'The function ended before its answer was whole' } = failure as Partial<FunctionFailure>
    throw failed(deps, run, 'function_failed', message)
  }
}

const CODES: Record<FunctionFailure['type'], ErrorCode> = {
  unavailable: 'functions_unavailable',
  busy: 'function_busy',
  timed_out: 'function_timed_out',
  broken: 'function_failed',
  crashed: 'function_failed',
  too_large: 'function_failed',
}

/** What happened is for the developer, who reads the logs; the caller gets to know the kind. */
function failed(deps: Deps, run: FunctionRun, code: ErrorCode, message: string): ApiError {
  report(deps, run, message)
  return refuse(code, { ...(errors[code].status === 503 && { headers: { 'Retry-After': '1' } }) })
}

function report({ functionLogs, clock }: Deps, run: FunctionRun, message: string): void {
  const { app_id, name, deployment_id, caller } = run
  const { request_id } = caller.visitor
  functionLogs.record({ app_id, name, deployment_id, request_id, level: 'error', message, time: clock.now() })
}

/** Who calls, in ASCII as headers are; nobody else can write this header. */
function userHeader(user: FunctionCaller['user']): (readonly [string, string])[] {
  if (!user) return []
  const { id, email, role } = user
  const text = JSON.stringify({ id, email, role })
  const ascii = text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [['x-atrium-user', ascii]]
}
