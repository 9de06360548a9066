import type { CreditKind } from '@atrium/contract/credits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { monthOf } from './month.ts'
import { priceOf } from './prices.ts'
import { creditStore } from './store.ts'

/** Something that costs credits, each with a key of its own: the id of what is answered, made or analysed. */
export interface CreditUse {
  key: string
  workspace_id: string
  user_id: string
  app_id: string | null
  kind: CreditKind
}

/**
 * What costs credits goes two steps: `hold` before the work, so that no other use takes the last credit, and
 * `spend` with the result. Work that fails is never charged: `release` ends its hold, else the hold's time does.
 */
export interface Credits {
  /**
   * In the transaction that begins the use, as its last step, since others may wait for it. Refuses with 402 when
   * what was used this month and what is held leave too little under the member's limit or the workspace's.
   */
  hold(tx: Db, use: CreditUse, until: Date): Promise<void>
  /** In the transaction that stores the result; writes the ledger and ends the hold. */
  spend(tx: Db, use: CreditUse): Promise<void>
  release(db: Db, key: string): Promise<void>
}

export function createCredits(clock: Clock): Credits {
  return {
    async hold(tx, { key, workspace_id, user_id, kind }, until) {
      const store = creditStore(tx)
      const limits = await store.lockLimits(workspace_id, user_id)
      if (!limits || (limits.credit_limit === null && limits.monthly_limit === null)) return
      const now = clock.now()
      const hold = { key, workspace_id, user_id, amount: priceOf(kind), until }
      if (!(await store.hold(hold, limits, now, monthOf(now)))) throw refuse('credits_exhausted')
    },
    async spend(tx, { key, workspace_id, user_id, app_id, kind }) {
      const created_date = clock.now()
      const id = makeId('use', created_date)
      const row = { id, workspace_id, user_id, app_id, kind, amount: priceOf(kind), created_date }
      await creditStore(tx).spend(row, monthOf(created_date), key)
    },
    async release(db, key) {
      await creditStore(db).release(key)
    },
  }
}
