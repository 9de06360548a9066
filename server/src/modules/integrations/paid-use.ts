import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import type { CreditUse, VisitedApp } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'

/** Longer than the work may take. */
const HOLD_MS = 5 * 60 * 1000

/**
 * Work that costs credits, when it succeeds. For those who are not of the workspace the owner of the app pays. Work that
 * stores its result calls `spend` in the same transaction, so that there is no result without its price.
 */
export async function paidUse<T>(
  { db, clock, credits }: Deps,
  app: VisitedApp,
  kind: CreditUse['kind'],
  work: (spend: (tx: Db) => Promise<void>) => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const user_id = app.user_role === 'visitor' ? app.owner_id : (app.user?.id ?? app.owner_id)
  const use = { key: makeId('call', now), workspace_id: app.workspace_id, user_id, app_id: app.id, kind }
  await transaction(db, (tx) => credits.hold(tx, use, new Date(now.getTime() + HOLD_MS)))
  let isSpent = false
  const spend = async (tx: Db) => {
    await credits.spend(tx, use)
    isSpent = true
  }
  try {
    const result = await work(spend)
    if (!isSpent) await transaction(db, spend)
    return result
  } catch (error) {
    await credits.release(db, use.key)
    throw error
  }
}
