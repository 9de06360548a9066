import { createCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type ActiveFunction, deploymentStore } from './deployment-store.ts'

/** Which deployment of a function is active; remembered, as every call asks. */
export interface ActiveFunctions {
  /** Also of an app that was deleted a moment ago: access to the app is checked elsewhere. */
  find(appId: string, name: string): ActiveFunction | Promise<ActiveFunction | undefined>
  /** They changed; without an id, perhaps those of any app. */
  forget(appId?: string): void
}

/** As long as credentials and schemas are, should a message between nodes be lost. */
const CACHE_MS = 5_000
const MOST_FUNCTIONS = 10_000

export function createActiveFunctions(db: Db): ActiveFunctions {
  const cache = createCache<ActiveFunction>({ ms: CACHE_MS, most: MOST_FUNCTIONS })
  return {
    find(appId, name) {
      const key = `${appId} ${name}`
      return cache.get(key) ?? cache.load(key, () => deploymentStore(db).findActive(appId, name))
    },
    forget(appId) {
      cache.invalidate(appId === undefined ? undefined : (known) => known.app_id === appId)
    },
  }
}
