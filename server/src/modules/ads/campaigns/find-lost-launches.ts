import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { lookNow } from '../launch/reconcile-launch.ts'
import { unknownLaunches } from './adoption-store.ts'

const MOST = 20

/** Anyone who asks does not wait for the next look in the background: lost launches are looked for at once. */
export async function findLostLaunches(deps: Deps, appId: string): Promise<void> {
  const launches = await unknownLaunches(deps.db, appId, MOST)
  await Promise.all(
    launches.map((launch) =>
      tolerate(deps.log, 'a launch cannot be looked for', lookNow(deps, launch), undefined),
    ),
  )
}
