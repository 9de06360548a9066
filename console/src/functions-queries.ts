/** What the pages of backend functions and secrets read. */
import type { FunctionLogLine } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from './api.ts'
import type { AutomationRunsView, InvocationsView } from './functions-paths.ts'
import type { FunctionLogsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

const FIRST_LINES = 200
const MOST_NEW_LINES = 1000
/** So much later than others of the same time a line may come: each node writes its own, in batches. */
const LATE_MS = 5_000
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

  invocations: (app_id: string, name: string, { failed, cursor }: InvocationsView) =>
    queryOptions({
      queryKey: ['functions', app_id, 'invocations', name, { failed, cursor }],
      queryFn: ({ signal }) =>
        client.functions.list_invocations(
          { app_id, name },
          { failed: failed && true, cursor, limit: PAGE_SIZE },
          { signal },
        ),
      // Each visit is a question for the newest.
      staleTime: 0,
    }),

  runs: (app_id: string, name: string, { status, cursor }: AutomationRunsView) =>
    queryOptions({
      queryKey: ['functions', app_id, 'runs', name, { status, cursor }],
      queryFn: ({ signal }) =>
        client.automations.list_runs({ app_id, name }, { status, cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  /** The newest lines; asked again, what came since is added to those that are there. */
  logs: (app_id: string, name: string, { level, request: request_id }: FunctionLogsView) =>
    queryOptions({
      queryKey: ['functions', app_id, 'logs', name, { level, request_id }],
      queryFn: async ({ signal, queryKey }): Promise<FunctionLogLine[]> => {
        const known = queryClient.getQueryData<FunctionLogLine[]>(queryKey) ?? []
        const read = (since: string | undefined, limit: number) =>
          client.functions.logs({ app_id, name }, { level, request_id, since, limit }, { signal })
        const [first, last] = [known.at(0), known.at(-1)]
        if (!first || !last) return read(undefined, FIRST_LINES)
        const before = new Date(Date.parse(last.time) - LATE_MS).toISOString()
        const came = await read(before > first.time ? before : first.time, MOST_NEW_LINES)
        const end = came.at(-1)
        if (end && came.length === MOST_NEW_LINES) {
          // A whole page of known ones would be asked for again and again.
          const ids = new Set(known.map(({ id }) => id))
          const isNew = came.some(({ id }) => !ids.has(id))
          came.push(...(await read(isNew ? end.time : last.time, MOST_NEW_LINES)))
        }
        const byId = new Map([...known, ...came].map((line) => [line.id, line]))
        const inOrder = [...byId.values()].sort((a, b) => Number(a.time > b.time) - Number(a.time < b.time))
        return inOrder.slice(-MOST_LINES)
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
