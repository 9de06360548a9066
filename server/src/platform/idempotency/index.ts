/** Repeats of requests: which keys are known, and what they were answered. */
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { every } from '../jobs/job.ts'
import { module } from '../module.ts'
import { purposeOf } from './keyed-requests.ts'
import { purgeKeys } from './purge-keys.ts'
import { idempotencyKeys } from './store.ts'

export const idempotency = module<{ db: Db; clock: Clock }>('idempotency', {
  handlers: [],
  schedules: [every('29 * * * *', purgeKeys)],
  sealed: [{ table: idempotencyKeys.name, column: 'answer', purpose: purposeOf }],
})
