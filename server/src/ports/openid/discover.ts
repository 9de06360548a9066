import * as oauth from 'oauth4webapi'
import { createCache } from '../../platform/cache.ts'
import { createSingleFlight } from '../../platform/single-flight.ts'
import type { guardedFetch } from './guarded-fetch.ts'

const REMEMBERED_MS = 10 * 60_000
/** Each has at most 256 KiB of description and as much of keys. */
const MOST_PROVIDERS = 100

export interface Discovery {
  /** What a provider says of itself; throws when it says nothing that can be used. */
  find(issuer: string): Promise<oauth.AuthorizationServer>
  /** For a provider whose keys may have changed. */
  invalidate(issuer: string): void
}

export function createDiscovery(fetch: ReturnType<typeof guardedFetch>): Discovery {
  const known = createCache<oauth.AuthorizationServer>({ ms: REMEMBERED_MS, most: MOST_PROVIDERS })
  const once = createSingleFlight<oauth.AuthorizationServer>()

  async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
    const address = new URL(issuer)
    const response = await oauth.discoveryRequest(address, {
      [oauth.customFetch]: fetch,
      [oauth.allowInsecureRequests]: true, // the guard decides where plain http may go
    })
    return oauth.processDiscoveryResponse(address, response)
  }

  return {
    find: async (issuer) =>
      known.get(issuer) ?? once(issuer, () => known.load(issuer, () => discover(issuer))),
    invalidate(issuer) {
      const server = known.get(issuer)
      if (server) known.evict(issuer, server)
    },
  }
}
