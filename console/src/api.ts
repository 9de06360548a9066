/** The SDK and its cache. The browser's session is an http-only cookie: there is no token in here to leak. */
import { type AreaClient, createAreaClient } from '@atrium/sdk'
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import { redirect } from 'react-router'
import { isSignedOut, isUnreachable } from './explain-error.ts'
import { fetchFirst } from './first-answers.ts'
import { paths } from './paths.ts'

export const client = createAreaClient({ baseUrl: '', fetch: fetchFirst })

const clients = new Map<string, AreaClient>()

/** A client whose workspace operations act on this workspace. */
export function workspaceClient(workspace_id: string): AreaClient {
  const known = clients.get(workspace_id)
  if (known) return known
  const made = createAreaClient({ baseUrl: '', fetch: fetchFirst, workspace_id })
  clients.set(workspace_id, made)
  return made
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The SDK repeats what may be repeated; a second layer would multiply the tries.
    queries: {
      retry: false,
      staleTime: 15_000,
      refetchOnReconnect: 'always',
      // A part of a page that got no answer comes back by itself.
      refetchInterval: ({ state }) => (isUnreachable(state.error) ? 5_000 : false),
    },
    mutations: { retry: false },
  },
})

/** On requests of loaders that only prepare: what makes something by being read is left out. */
export const PREFETCH = { 'x-purpose': 'prefetch' }

const isPrefetch = ({ headers }: Request) => headers.get('x-purpose') === PREFETCH['x-purpose']

/** For loaders: the queries of a page, ready before it shows. Without a session it leads to sign-in and back. */
// biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none of them matters here.
export async function load(request: Request, ...queries: FetchQueryOptions<any, any, any, any>[]) {
  const wanted = isPrefetch(request) ? queries.filter(({ meta }) => !meta?.makes) : queries
  try {
    await Promise.all(wanted.map((query) => queryClient.fetchQuery(query)))
    return null
  } catch (error) {
    const { pathname, search } = new URL(request.url)
    throw isSignedOut(error) ? redirect(paths.signIn(pathname + search)) : error
  }
}

/** Reads again whatever is shown of these areas. */
export function refresh(...areas: QueryKey[number][]) {
  return Promise.all(areas.map((area) => queryClient.invalidateQueries({ queryKey: [area] })))
}
