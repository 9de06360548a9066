/** Events of an app alone, without the rest of the client. */
import { createTracker, type Tracker, trackAddress } from './tracker.ts'

export type { EventDetails, Tracker } from './tracker.ts'

export interface AnalyticsOptions {
  /** Where the server is, as in `https://atrium.example.com`; empty in a browser for the page's own origin. */
  baseUrl: string
  app_id: string
  /** Who the events are from, as a text or as what gives it at the moment. */
  token?: string | (() => string | undefined) | undefined
  fetch?: typeof globalThis.fetch | undefined
}

export function createAnalytics({ baseUrl, app_id, token, fetch }: AnalyticsOptions): Tracker {
  return createTracker({
    address: trackAddress(baseUrl, app_id),
    token: () => (typeof token === 'function' ? token() : token),
    ...(fetch && { fetch }),
  })
}
