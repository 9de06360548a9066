import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { on } from '../../../platform/events.ts'
import { job } from '../../../platform/jobs/job.ts'
import { accountOf } from '../accounts/account-store.ts'
import { isReachable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { verifyTracking } from './verify-tracking.ts'

/** How long changes in a row are waited for. */
const GATHER_SECONDS = 10
/** How long to wait each time for a tag that the platform has not published, before nobody asks any more. */
const UNTIL_PUBLISHED_SECONDS = [60, 300, 900, 3_600, 21_600]

/** Scans after a change of the code or the mappings, once for all changes at about the same time. */
export const rescanTracking = job('ads.rescan_tracking', {
  payload: Type.Object({ app_id: Type.String(), waited: Type.Integer() }),
  retry: [30, 300, 1_800],
  async run(deps: Deps, { app_id, waited }) {
    if (!isReachable(await accountOf(deps.db, app_id), deps.adPlatform)) return
    const { gaps } = await verifyTracking(deps, app_id)
    const isUnpublished = gaps.some(({ kind }) => UNPUBLISHED.has(kind))
    const after = UNTIL_PUBLISHED_SECONDS[waited]
    if (!isUnpublished || after === undefined) return
    await deps.jobs.send(deps.db, rescanTracking, { app_id, waited: waited + 1 }, { key: app_id, after })
  },
})

const UNPUBLISHED = new Set<string>(['account_tag_unpublished', 'goal_tag_unpublished'])

/** With the transaction of the change; nothing for apps without an account. */
export async function scanSoon(deps: Pick<Deps, 'jobs'>, tx: Db, appId: string): Promise<void> {
  if (!(await accountOf(tx, appId))) return
  const options = { key: appId, after: GATHER_SECONDS }
  await deps.jobs.send(tx, rescanTracking, { app_id: appId, waited: 0 }, options)
}

export const scanChangedSource = on<'source.changed', Deps>('source.changed', 'ads.scan_tracking', {
  retry: [5, 60, 600],
  async run(deps, { app_id }) {
    await scanSoon(deps, deps.db, app_id)
  },
})
