import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { cardOfWorkspace } from './card-of-workspace.ts'

export async function readAdBilling(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.ads.billing_status>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  return cardOfWorkspace(deps, app.workspace_id)
}
