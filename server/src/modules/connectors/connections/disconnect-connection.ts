import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { endConnection } from './end-connection.ts'

export async function disconnectConnection(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.connectors.disconnect>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const of = { integration_type: params.integration_type, action: 'connectors.disconnect' }
  return endConnection(deps, caller, app, of, (store, { id }) =>
    store.update(id, { ...WITHOUT_CREDENTIALS, status: 'disconnected', updated_date: deps.clock.now() }),
  )
}

const WITHOUT_CREDENTIALS = {
  credentials: null,
  captured: {},
  token_expires_at: null,
  refresh_at: null,
  refresh_claim: null,
  refresh_claimed_until: null,
  refresh_failures: 0,
  refresh_failing_since: null,
  last_error: null,
}
