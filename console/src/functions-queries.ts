/** What the pages of backend functions and secrets read. */
import type { FunctionLogLine } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from './api.ts'
import type { FunctionLogsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

const FIRST_LINES = 200
const MOST_NEW_LINES = 1000
/** Above it the oldest go, so that a page that follows for hours stays quick. */
const MOST_LINES = 2000

export const functionsQueries = {
  /** All functions of an app by name, with their code. */
  list: (app_id: string) =>
    queryOptions({
      queryKey: ['functions', app_id],
      queryFn: async ({ signal }) => (await client.functions.list({ app_id }, { signal })).functions,
    }),

  deployments: (app_id: string, name: string) =>
    queryOptions({
      queryKey: ['functions', app_id, 'deployments', name],
      queryFn: async ({ signal }) =>
        (await client.functions.list_deployments({ app_id, name }, { signal })).items,
    }),

  invocations: (app_id: string, name: string, cursor?: string) =>
    queryOptions({
      queryKey: ['functions', app_id, 'invocations', name, cursor],
      queryFn: ({ signal }) =>
        client.functions.list_invocations({ app_id, name }, { cursor, limit: PAGE_SIZE }, { signal }),
      // Each visit is a question for the newest.
      staleTime: 0,
    }),

  runs: (app_id: string, name: string, cursor?: string) =>
    queryOptions({
      queryKey: ['functions', app_id, 'runs', name, cursor],
      queryFn: ({ signal }) =>
        client.automations.list_runs({ app_id, name }, { cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  /** The newest lines; asked again, what came since is added to those that are there. */
  logs: (app_id: string, name: string, { level, request: request_id }: FunctionLogsView) =>
    queryOptions({
      queryKey: ['functions', app_id, 'logs', name, { level, request_id }],
      queryFn: async ({ signal, queryKey }): Promise<FunctionLogLine[]> => {
        const known = queryClient.getQueryData<FunctionLogLine[]>(queryKey) ?? []
        const since = known.at(-1)?.time
        const limit = since === undefined ? FIRST_LINES : MOST_NEW_LINES
        const fresh = await client.functions.logs(
          { app_id, name },
          { level, request_id, since, limit },
          { signal },
        )
        const ids = new Set(known.map(({ id }) => id))
        return [...known, ...fresh.filter(({ id }) => !ids.has(id))].slice(-MOST_LINES)
      },
      staleTime: 0,
    }),

  /** The names only: values never come back. */
  secrets: (app_id: string) =>
    queryOptions({
      queryKey: ['secrets', app_id],
      queryFn: async ({ signal }) => Object.keys(await client.secrets.list({ app_id }, { signal })).sort(),
    }),
}
