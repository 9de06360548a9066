/** What the pages of security scans read. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import type { NamedView } from './named-paths.ts'
import { PAGE_SIZE } from './queries.ts'

/** How many scans the trend shows. */
const TREND_LENGTH = 30

export const scansQueries = {
  latest: (app_id: string) =>
    queryOptions({
      queryKey: ['scans', app_id],
      queryFn: ({ signal }) => client.scans.read({ app_id }, { signal }),
      // Whatever changes the app makes it out of date, so each visit is a question for the newest.
      staleTime: 0,
    }),

  history: (app_id: string, cursor?: string) =>
    queryOptions({
      queryKey: ['scans', app_id, 'history', cursor],
      queryFn: ({ signal }) => client.scans.list({ app_id }, { cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  /** The last scans that went well, oldest first. */
  trend: (app_id: string) =>
    queryOptions({
      queryKey: ['scans', app_id, 'history', 'trend'],
      queryFn: async ({ signal }) => {
        const { items } = await client.scans.list({ app_id }, { limit: TREND_LENGTH }, { signal })
        return items.filter(({ status }) => status === 'completed').reverse()
      },
      staleTime: 0,
    }),

  settings: (app_id: string) =>
    queryOptions({
      queryKey: ['scans', app_id, 'settings'],
      queryFn: ({ signal }) => client.scans.read_settings({ app_id }, { signal }),
    }),

  ignored: (app_id: string, { search, cursor }: NamedView) =>
    queryOptions({
      queryKey: ['scans', app_id, 'ignored', { search, cursor }],
      queryFn: ({ signal }) =>
        client.findings.list_ignored({ app_id }, { search, cursor, limit: PAGE_SIZE }, { signal }),
    }),

  /** What fixing these would change; nothing is changed by asking. */
  fix: (app_id: string, fingerprints: readonly string[]) =>
    queryOptions({
      queryKey: ['scan-fix', app_id, fingerprints],
      queryFn: async ({ signal }) => {
        const body = { fingerprints: [...fingerprints], preview: true }
        return (await client.scans.fix_rules({ app_id }, body, { signal })).changes
      },
      // The rules may be others the next time.
      staleTime: 0,
      gcTime: 0,
    }),
}
