/** Takes over the launches of nodes that are gone, and looks for those that nobody looks for any more. */
import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import type { Deps } from '../deps.ts'
import {
  type LaunchState,
  type LaunchStep,
  moveLaunch,
  overdueLaunches,
  staleLaunches,
} from './launch-store.ts'
import { leaveUnknown, reconcileLaunch } from './reconcile-launch.ts'

/** No call of the platform takes so long; who has written nothing for so long is gone. */
export const STALE_SECONDS = 120
/** How late a look may be before it counts as missed. */
const OVERDUE_SECONDS = 60
const AT_ONCE = 200

const STEPS: Partial<Record<LaunchState, LaunchStep>> = {
  account_sent: 'account',
  campaign_sent: 'campaign',
  enable_sent: 'enable',
}

export const sweepLaunches = job('ads.sweep_launches', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps) {
    const { db, clock, jobs } = deps
    const now = clock.now().getTime()
    for (const launch of await staleLaunches(db, new Date(now - STALE_SECONDS * 1000), AT_ONCE)) {
      const step = STEPS[launch.state]
      if (step) await leaveUnknown(deps, launch, step, 'The node that sent it is gone.')
      // Nothing was sent.
      else await moveLaunch(db, launch.id, { from: ['started'], to: 'released' }, clock.now())
    }
    const overdue = await overdueLaunches(db, new Date(now - OVERDUE_SECONDS * 1000), AT_ONCE)
    for (const launch_id of overdue) await jobs.send(db, reconcileLaunch, { launch_id }, { key: launch_id })
  },
})
