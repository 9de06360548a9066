/** What the page of an app's visits reads. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import { startOfDay, startOfNextDay } from './days.ts'
import type { AppLogsView } from './logs-paths.ts'
import { PAGE_SIZE } from './queries.ts'

/** As the API takes the filters. */
export function visitFilters({ page, user, from, to }: AppLogsView) {
  return {
    page,
    user_id: user,
    since: from && startOfDay(from),
    until: to && startOfNextDay(to),
  }
}

export const logsQueries = {
  visits: (app_id: string, view: AppLogsView) =>
    queryOptions({
      queryKey: ['app_logs', app_id, 'visits', visitFilters(view), view.cursor],
      queryFn: ({ signal }) =>
        client.app_logs.list(
          { app_id },
          { ...visitFilters(view), cursor: view.cursor, limit: PAGE_SIZE },
          { signal },
        ),
      staleTime: 0,
    }),

  stats: (app_id: string, days: number) =>
    queryOptions({
      queryKey: ['app_logs', app_id, 'stats', days],
      queryFn: ({ signal }) => client.app_logs.stats({ app_id }, { days }, { signal }),
      staleTime: 0,
    }),

  /** For a file: the newest that fit the filters. */
  export: (app_id: string, view: AppLogsView) =>
    queryOptions({
      queryKey: ['app_logs', app_id, 'export', visitFilters(view)],
      queryFn: async ({ signal }) => {
        const visits: Awaited<ReturnType<typeof client.app_logs.list>>['items'] = []
        for (let cursor: string | undefined; ; ) {
          const page = await client.app_logs.list(
            { app_id },
            { ...visitFilters(view), cursor, limit: EXPORT_PAGE },
            { signal },
          )
          visits.push(...page.items)
          if (page.next_cursor === null || visits.length >= MOST_EXPORTED) return visits
          cursor = page.next_cursor
        }
      },
      staleTime: 0,
      gcTime: 0,
    }),
}

const EXPORT_PAGE = 100
export const MOST_EXPORTED = 5_000
