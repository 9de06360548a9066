import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { verifyTracking } from './verify-tracking.ts'

export async function scanTracking(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.ads.scan_tracking>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  return verifyTracking(deps, app.id)
}
