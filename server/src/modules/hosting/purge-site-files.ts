import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { siteFileStore } from './file-store.ts'

/** Contents that were just sent may belong to a revision that is about to be stored. */
const HOUR_MS = 3_600_000
const BATCH = 200

export const purgeSiteFiles = job('hosting.purge_site_files', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: Deps, _payload, { signal }) {
    const before = new Date(clock.now().getTime() - HOUR_MS)
    while (!signal.aborted && (await siteFileStore(db).purge(before, BATCH)) === BATCH);
  },
})
