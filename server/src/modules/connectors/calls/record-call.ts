import { ApiError } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Tally } from './carry-out-call.ts'

const MAX_PATH = 500

export interface NotedCall {
  app_id: string
  integration_type: string
  method: string
  path: string
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/** What came of a call, for its log. */
export interface CallOutcome {
  status: number
  /** False also where the service said in a good answer that it failed. */
  ok: boolean
}

/** Carries out a call and notes it, without what it carried; what was refused before anything could leave is not noted. */
export async function recordCall<T extends CallOutcome>(
  { clock, connectorCalls }: Pick<Deps, 'clock' | 'connectorCalls'>,
  caller: Pick<Caller, 'kind' | 'request_id'>,
  { path, signal, ...call }: NotedCall,
  work: (tally: Tally) => Promise<T>,
): Promise<T> {
  const started_at = clock.now()
  const began = performance.now()
  const tally: Tally = { attempts: 0 }
  const record = (status: number | null, error_code: string | null) =>
    connectorCalls.record({
      id: makeId('cal', started_at),
      ...call,
      path: (path.split('?', 1)[0] ?? '').toWellFormed().replaceAll('\0', '').slice(0, MAX_PATH),
      status,
      attempts: tally.attempts,
      duration_ms: Math.round(performance.now() - began),
      error_code,
      called_by: caller.kind === 'service' ? 'app' : 'person',
      request_id: caller.request_id,
      started_at,
    })
  try {
    const outcome = await work(tally)
    record(outcome.status, outcome.ok ? null : 'service_error')
    return outcome
  } catch (error) {
    const code = codeOf(error, signal)
    if (code !== 'validation_error') record(null, code)
    throw error
  }
}

function codeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'canceled'
  return error instanceof ApiError ? error.code : 'internal_error'
}
