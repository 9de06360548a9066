import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { endConnection } from './end-connection.ts'

export async function removeConnection(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.connectors.remove>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const of = { integration_type: params.integration_type, action: 'connectors.remove' }
  return endConnection(deps, caller, app, of, (store, { id }) => store.delete(id))
}
