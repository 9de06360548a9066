import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { BudgetUsed, type UsageLedger } from '../../ports/language-model/port.ts'
import type { Quotas } from '../quotas/quotas.ts'
import { reached } from '../quotas/usual-quotas.ts'
import { modelUsageStore } from './usage-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A hundredth of the currency. */
const CENT_MICROS = 10_000

/** Days are those of UTC. Calls that are under way are not counted yet, so a little more than a quota can pass. */
export function createUsageLedger(parts: { db: Db; clock: Clock; log: Log; quotas: Quotas }): UsageLedger {
  const { db, clock, log, quotas } = parts
  const store = modelUsageStore(db)
  return {
    async requireBudget({ workspace_id }) {
      const limits = await quotas.ofWorkspace(workspace_id)
      if (!limits) return
      const sinceMidnight = clock.now().getTime() % DAY_MS
      const { tokens, cost_micros } = await store.usedSince(
        workspace_id,
        new Date(clock.now().getTime() - sinceMidnight),
      )
      const used = {
        'workspace.model_tokens_a_day': tokens,
        // What costs nothing uses up no money, even where none may be spent.
        ...(cost_micros > 0 && { 'workspace.model_cents_a_day': cost_micros / CENT_MICROS }),
      }
      const [quota] = reached(used, limits)
      if (!quota) return
      const retryInSeconds = Math.ceil((DAY_MS - sinceMidnight) / 1000)
      throw new BudgetUsed({ quota, limit: limits[quota], retryInSeconds })
    },

    /** An answer that could not be recorded is an answer still. */
    async record(use) {
      const insert = store.insert({ ...use, created_date: clock.now() })
      await tolerate(log, 'a use of the language model could not be recorded', insert, undefined)
    },
  }
}
