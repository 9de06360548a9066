/** What the pages of analytics read. */
import { type AnswerOf, type Operations, operations } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import { aggregateBy, sinceOf } from './pages/analytics/event-view.ts'
import type { EventsView } from './paths.ts'

export type UserCounts = AnswerOf<Operations['stats']['users']>
export type UserCount = keyof UserCounts

const LIVE_MS = 5_000
const EVENTS_PAGE_SIZE = 25
const DEGRADED_HEADER = 'x-stats-degraded'

export const analyticsQueries = {
  /** With the names of the counts that could not be read: their 0 is none. */
  users: (app_id: string) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'users'],
      queryFn: async ({ signal }) => {
        const { body, headers } = await client.request(operations.stats.users, { params: { app_id }, signal })
        const degraded =
          headers
            .get(DEGRADED_HEADER)
            ?.split(',')
            .map((name) => name.trim()) ?? []
        return { counts: body, degraded: new Set(degraded) }
      },
      refetchInterval: LIVE_MS,
      staleTime: LIVE_MS,
    }),

  history: (app_id: string, days: number) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'history', days],
      queryFn: async ({ signal }) =>
        (await client.stats.history({ app_id }, { days, unit: 'day' }, { signal })).items,
      staleTime: 60_000,
    }),

  names: (app_id: string) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'names'],
      queryFn: async ({ signal }) =>
        (await client.events.names({ app_id }, { days: 60, limit: 200 }, { signal })).items,
    }),

  /** The measure over time. */
  series: (app_id: string, view: EventsView) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'series', aggregateBy(view), view.days],
      queryFn: async ({ signal }) =>
        (await client.events.aggregate({ app_id }, { ...aggregateBy(view), ...sinceOf(view) }, { signal }))
          .rows,
    }),

  /** The measure by value. */
  groups: (app_id: string, view: EventsView, group_by: string) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'groups', aggregateBy(view), view.days, group_by],
      queryFn: async ({ signal }) => {
        const { bucket: _, ...whole } = aggregateBy(view)
        const body = { ...whole, ...sinceOf(view), group_by, top: 20 }
        return (await client.events.aggregate({ app_id }, body, { signal })).rows
      },
    }),

  events: (app_id: string, view: EventsView) =>
    queryOptions({
      queryKey: ['analytics', app_id, 'events', { event: view.event, days: view.days, cursor: view.cursor }],
      queryFn: ({ signal }) =>
        client.events.query(
          { app_id },
          { event_name: view.event, cursor: view.cursor, limit: EVENTS_PAGE_SIZE, ...sinceOf(view) },
          { signal },
        ),
    }),
}
