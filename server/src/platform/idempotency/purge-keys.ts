import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { job } from '../jobs/job.ts'
import { oldestAt } from './keyed-requests.ts'
import { keyStore } from './store.ts'

const BATCH = 5_000

/** Keys whose time is over. */
export const purgeKeys = job('platform.purge_idempotency_keys', {
  payload: Type.Object({}),
  retry: [60, 600],
  async run({ db, clock }: { db: Db; clock: Clock }, _payload, { signal }) {
    const oldest = oldestAt(clock.now())
    while ((await keyStore(db).deleteOld(oldest, BATCH)) === BATCH) signal.throwIfAborted()
  },
})
