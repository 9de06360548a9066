import { createCache } from '../../platform/cache.ts'

/** Sent to all nodes, with the id of the person or of the app, whenever what somebody may see in an app changes. */
export const APP_ACCESS_CHANNEL = 'app_access'

const CACHE_MS = 5_000
const CACHE_SIZE = 10_000

/**
 * What apps are to those who use them: cached for 5 seconds, and invalidated at once when it changes on any node.
 * The same object as long as it is remembered, so that what is made from it is made once.
 */
export interface AccessCache<Found> {
  of(visit: Visit, find: () => Promise<Found | null>): Promise<Found | null>
  /** What has to do with this person or app. For the node that changed something: it need not wait to be notified. */
  invalidate(id: string): void
  invalidateAll(): void
}

export interface Visit {
  app_id: string
  credential_id: string
  user_id: string | null
}

export function createAccessCache<Found>(): AccessCache<Found> {
  const cache = createCache<Visit & { found: Promise<Found | null> }>({ ms: CACHE_MS, most: CACHE_SIZE })
  return {
    of(visit, find) {
      const key = `${visit.credential_id} ${visit.app_id}`
      const remembered = cache.get(key)
      if (remembered) return remembered.found
      const made = { ...visit, found: find() }
      cache.set(key, made)
      // Who is not let in asks again, and what failed is tried again.
      const drop = () => cache.evict(key, made)
      made.found.then((found) => found ?? drop(), drop)
      return made.found
    },
    invalidate: (id) => cache.invalidate(({ app_id, user_id }) => app_id === id || user_id === id),
    invalidateAll: () => cache.invalidate(),
  }
}
