/** What the people who use an app do there: sent from its pages and servers, asked by those who edit it. */
import type { AreaClient } from '../area-client.ts'
import { type Bound, bindCall, boundTo } from '../bound.ts'
import { createTracker, type Tracker, trackAddress } from './tracker.ts'

export interface AppAnalytics extends Tracker, Omit<Bound<AreaClient['events']>, 'track'> {
  /** How many people use the app, and how many stay away. */
  users: Bound<AreaClient['stats']>['users']
}

export interface AnalyticsConnection {
  app_id: string
  baseUrl: string
  token(): string | undefined
  fetch: typeof globalThis.fetch
}

export function appAnalytics(
  client: AreaClient,
  { app_id, baseUrl, token, fetch }: AnalyticsConnection,
): AppAnalytics {
  const address = trackAddress(baseUrl, app_id)
  const { track, ...asked } = boundTo(app_id, client.events)
  return {
    ...asked,
    ...createTracker({ address, token, fetch }),
    users: bindCall(app_id, client.stats.users) as AppAnalytics['users'],
  }
}
