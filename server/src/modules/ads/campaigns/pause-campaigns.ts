import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { pauseRunning } from './pause-running.ts'
import { requireAccount } from './reachable-account.ts'

export async function pauseCampaigns(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.campaigns.pause_all>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  return pauseRunning(deps, caller, app, await requireAccount(deps, app.id))
}
