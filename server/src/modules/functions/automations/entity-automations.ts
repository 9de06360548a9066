import { createCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { AutomationRow } from '../tables.ts'
import { automationStore } from './automation-store.ts'

/** Which automations changes of records start, by app; remembered, as every write asks. */
export interface EntityAutomations {
  /** Read, if need be, by the transaction that asks: one that waits for a second connection may wait for itself. */
  of(db: Db, appId: string): readonly AutomationRow[] | Promise<readonly AutomationRow[]>
  /** They changed; without an id, perhaps those of any app. */
  forget(appId?: string): void
}

interface Known {
  app_id: string
  automations: readonly AutomationRow[]
}

/** As long as credentials and schemas are, should a message between nodes be lost. */
const CACHE_MS = 5_000
const MOST_APPS = 10_000

export function createEntityAutomations(): EntityAutomations {
  const cache = createCache<Known>({ ms: CACHE_MS, most: MOST_APPS })
  return {
    of(db, appId) {
      const known = cache.get(appId)
      if (known) return known.automations
      const read = async () => ({
        app_id: appId,
        automations: await automationStore(db).listOfEntities(appId),
      })
      return cache.load(appId, read).then(({ automations }) => automations)
    },
    forget(appId) {
      cache.invalidate(appId === undefined ? undefined : (known) => known.app_id === appId)
    },
  }
}
