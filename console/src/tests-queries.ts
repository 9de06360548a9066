/** What the pages of automated tests and their runs read. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import type { NamedView } from './named-paths.ts'
import type { TestRunsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

/** The most that one page of a list can have; an app has at most 250 tests. */
const WHOLE_PAGE = 100

export const testsQueries = {
  list: (app_id: string, { search, cursor }: NamedView) =>
    queryOptions({
      queryKey: ['flows', app_id, { search, cursor }],
      queryFn: ({ signal }) =>
        client.flows.list({ app_id }, { search, cursor, limit: PAGE_SIZE }, { signal }),
      // Runs end by themselves, so each visit is a question for the newest.
      staleTime: 0,
    }),

  /** All tests of the app by name, for a filter. */
  names: (app_id: string) =>
    queryOptions({
      queryKey: ['flows', app_id, 'names'],
      queryFn: async ({ signal }) => {
        const names: { id: string; name: string }[] = []
        let cursor: string | undefined
        do {
          const page = await client.flows.list({ app_id }, { cursor, limit: WHOLE_PAGE }, { signal })
          names.push(...page.items.map(({ id, name }) => ({ id, name })))
          cursor = page.next_cursor ?? undefined
        } while (cursor !== undefined)
        return names.sort((a, b) => a.name.localeCompare(b.name, 'en'))
      },
    }),

  one: (app_id: string, flow_id: string) =>
    queryOptions({
      queryKey: ['flows', app_id, 'one', flow_id],
      queryFn: ({ signal }) => client.flows.read({ app_id, flow_id }, { signal }),
      staleTime: 0,
    }),

  /** As it is now, next to what the page shows. */
  current: (app_id: string, flow_id: string) => client.flows.read({ app_id, flow_id }),

  stats: (app_id: string, flow_id: string) =>
    queryOptions({
      queryKey: ['flows', app_id, 'stats', flow_id],
      queryFn: ({ signal }) => client.flows.stats({ app_id, flow_id }, { signal }),
      staleTime: 0,
    }),

  runs: (app_id: string, { flow: flow_id, status, cursor }: TestRunsView) =>
    queryOptions({
      queryKey: ['test_runs', app_id, { flow_id, status, cursor }],
      queryFn: ({ signal }) =>
        client.test_runs.list({ app_id }, { flow_id, status, cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  run: (app_id: string, execution_id: string) =>
    queryOptions({
      queryKey: ['test_runs', app_id, 'one', execution_id],
      queryFn: ({ signal }) => client.test_runs.read({ app_id, execution_id }, { signal }),
      staleTime: 0,
    }),

  /** Only of a run that has ended. */
  report: (app_id: string, execution_id: string) =>
    queryOptions({
      queryKey: ['test_runs', app_id, 'report', execution_id],
      queryFn: ({ signal }) => client.test_runs.report({ app_id, execution_id }, { signal }),
    }),

  /** A picture as an address that an image can have: the page may load none from elsewhere. */
  picture: (app_id: string, execution_id: string, artifact_id: string) =>
    queryOptions({
      queryKey: ['test_pictures', app_id, execution_id, artifact_id],
      queryFn: async ({ signal }) => {
        const params = { app_id, execution_id, artifact_id }
        return dataUrlOf(await (await client.test_runs.read_artifact(params, { signal })).blob())
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),

  recording: (app_id: string, recording_id: string) =>
    queryOptions({
      queryKey: ['recordings', app_id, recording_id],
      queryFn: ({ signal }) => client.recordings.read({ app_id, recording_id }, { signal }),
      staleTime: 0,
    }),
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
