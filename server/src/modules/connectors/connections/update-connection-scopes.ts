import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import { requireDefinition } from '../definitions/find-definition.ts'
import type { Deps } from '../deps.ts'
import { startConnection } from './start-connection.ts'

export async function updateConnectionScopes(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.connectors.update_scopes>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const definition = await requireDefinition(deps.db, app.workspace_id, params.integration_type)
  return startConnection(
    deps,
    caller,
    { app, definition },
    { scopes: body.scopes, given: undefined, isForced: body.force_reconnect === true },
  )
}
