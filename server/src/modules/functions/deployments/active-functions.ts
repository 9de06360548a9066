import { createCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type ActiveFunction, deploymentStore } from './deployment-store.ts'

/** Which functions an app has, and which deployment of each is active; remembered, as every call asks. */
export interface ActiveFunctions {
  /**
   * The one whose name is the path, or the longest beginning of it in whole parts. Also of an app that was deleted a
   * moment ago: access to the app is checked elsewhere.
   */
  find(appId: string, path: string): ActiveFunction | undefined | Promise<ActiveFunction | undefined>
  /** They changed; without an id, perhaps those of any app. */
  invalidate(appId?: string): void
}

interface OfApp {
  appId: string
  byName: ReadonlyMap<string, ActiveFunction>
}

/** As long as credentials and schemas are, should a message between nodes be lost. */
const CACHE_MS = 5_000
const MOST_APPS = 1_000

export function createActiveFunctions(db: Db): ActiveFunctions {
  const cache = createCache<OfApp>({ ms: CACHE_MS, most: MOST_APPS })
  const load = (appId: string) =>
    cache.load(appId, async () => {
      const all = await deploymentStore(db).listActive(appId)
      return all.length === 0 ? undefined : { appId, byName: new Map(all.map((one) => [one.name, one])) }
    })
  return {
    find(appId, path) {
      const known = cache.get(appId)
      return known ? chosen(known, path) : load(appId).then((loaded) => loaded && chosen(loaded, path))
    },
    invalidate(appId) {
      cache.invalidate(appId === undefined ? undefined : (known) => known.appId === appId)
    },
  }
}

/** What follows the name is for the function to read. // G376 */
function chosen({ byName }: OfApp, path: string): ActiveFunction | undefined {
  const parts = path.split('/', MOST_PARTS)
  for (; parts.length > 0; parts.pop()) {
    const found = byName.get(parts.join('/'))
    if (found) return found
  }
  return undefined
}

/** A name of 128 characters has no more. */
const MOST_PARTS = 64
