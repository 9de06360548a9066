import type { ErrorCode } from '@atrium/contract'
import type { TestTrigger } from '@atrium/contract/test-runs'
import type { Db } from '../../../platform/database/db.ts'
import { isLostRace } from '../../../platform/database/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import { requestTestRun } from '../runs/request-test-run.ts'
import type { FlowRow } from '../tables.ts'
import { dueFlowStore } from './due-flow-store.ts'

/**
 * Asks for a run that no person asked for. Returns what keeps it from running: it still runs, it has no address, there are
 * no credits. That is logged, and changes nothing else in the transaction; so does a fault of ours, since tests that come
 * after this one must not wait for it.
 */
export async function startByItself(
  deps: Deps,
  tx: Db,
  flow: FlowRow,
  trigger: TestTrigger,
): Promise<ErrorCode | null> {
  const request = { trigger, started_by: null, paid_by_id: null, start_url: null }
  try {
    await dueFlowStore(tx).within(() => requestTestRun(deps, tx, flow, request))
    return null
  } catch (failure) {
    // The whole transaction is run again.
    if (isLostRace(failure)) throw failure
    const reason = failure instanceof ApiError ? failure.code : 'internal_error'
    const fields = { flow_id: flow.id, app_id: flow.app_id, trigger, reason }
    if (reason === 'internal_error') deps.log.error({ ...fields, err: failure }, NOT_STARTED)
    else deps.log.info(fields, NOT_STARTED)
    return reason
  }
}

const NOT_STARTED = 'test not started'
