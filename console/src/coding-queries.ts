/** What the pages of repositories, coding sessions and the app builder's chat read. */
import type { CodingSessionEvent } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from './api.ts'
import type { PullRequestsView, SessionsView } from './code-paths.ts'
import { PAGE_SIZE } from './queries.ts'

/** The most that one call hands out. */
const EVENTS_PER_READ = 200
const COMMENTS = 100
const MERGEABLE_MS = 4_000
const MOST_MERGEABLE_READS = 20

export const codingQueries = {
  /** Null when the app has none. */
  repository: (app_id: string) =>
    queryOptions({
      queryKey: ['repository', app_id],
      queryFn: async ({ signal }) => (await client.repository.read({ app_id }, { signal })).repository,
      staleTime: 0,
    }),

  sessions: (app_id: string, { state, cursor }: SessionsView) =>
    queryOptions({
      queryKey: ['coding', app_id, { state, cursor }],
      queryFn: ({ signal }) =>
        client.coding.list({ app_id }, { state, cursor, limit: PAGE_SIZE }, { signal }),
      // Sessions end by themselves, so each visit is a question for the newest.
      staleTime: 0,
    }),

  session: (app_id: string, session_id: string) =>
    queryOptions({
      queryKey: ['coding', app_id, 'one', session_id],
      queryFn: ({ signal }) => client.coding.read({ app_id, session_id }, { signal }),
      staleTime: 0,
    }),

  /** All that happened so far: each read asks only for what came since the one before. */
  events: (app_id: string, session_id: string) => {
    const queryKey = ['coding', app_id, 'events', session_id]
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }) => {
        let events = queryClient.getQueryData<readonly CodingSessionEvent[]>(queryKey) ?? []
        let hasMore = true
        while (hasMore) {
          const page = await client.coding.events(
            { app_id, session_id },
            { after: events.at(-1)?.seq ?? 0, limit: EVENTS_PER_READ },
            { signal },
          )
          if (page.items.length > 0) events = [...events, ...page.items]
          hasMore = page.has_more && page.items.length > 0
        }
        return events
      },
      staleTime: 0,
      structuralSharing: false,
    })
  },

  /** `commit` is the last one that the session pushed: the changes are others with each. */
  diff: (app_id: string, session_id: string, commit: string | null) =>
    queryOptions({
      queryKey: ['coding_diff', app_id, session_id, commit],
      queryFn: ({ signal }) => client.coding.diff({ app_id, session_id }, { signal }),
    }),

  /** Null when none is open any more. */
  inputRequest: (app_id: string, session_id: string, input_request_id: string) =>
    queryOptions({
      queryKey: ['coding', app_id, 'input_request', session_id, input_request_id],
      queryFn: async ({ signal }) =>
        (await client.coding.input_request({ app_id, session_id }, { signal })).input_request,
      staleTime: 0,
    }),

  pullRequests: (app_id: string, { state = 'open', cursor }: PullRequestsView) =>
    queryOptions({
      queryKey: ['pull_requests', app_id, { state, cursor }],
      queryFn: ({ signal }) =>
        client.pull_requests.list({ app_id }, { state, cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  pullRequest: (app_id: string, number: number) =>
    queryOptions({
      queryKey: ['pull_requests', app_id, 'one', number],
      queryFn: ({ signal }) => client.pull_requests.read({ app_id, number }, { signal }),
      staleTime: 0,
    }),

  /** Read again while the forge finds out whether it can be merged, but not without end. */
  livePullRequest: (app_id: string, number: number) =>
    queryOptions({
      ...codingQueries.pullRequest(app_id, number),
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data?.state === 'open' && data.mergeable === null && dataUpdateCount < MOST_MERGEABLE_READS
          ? MERGEABLE_MS
          : false,
    }),

  /** `head` is the commit that the page shows: with another one the changes are others. */
  pullRequestDiff: (app_id: string, number: number, head: string) =>
    queryOptions({
      queryKey: ['pull_requests', app_id, 'diff', number, head],
      queryFn: ({ signal }) => client.pull_requests.diff({ app_id, number }, { signal }),
      staleTime: 0,
    }),

  comments: (app_id: string, number: number) =>
    queryOptions({
      queryKey: ['pull_requests', app_id, 'comments', number],
      queryFn: ({ signal }) =>
        client.pull_requests.list_comments({ app_id, number }, { limit: COMMENTS }, { signal }),
      staleTime: 0,
    }),

  /** The newest messages to the app builder, newest first. */
  chat: (app_id: string) =>
    queryOptions({
      queryKey: ['chat', app_id],
      queryFn: ({ signal }) => client.chat.list({ app_id }, { limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),
}
