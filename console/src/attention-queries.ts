/** How much needs somebody, as the sidebar shows it. */
import { queryOptions } from '@tanstack/react-query'
import { workspaceClient } from './api.ts'

const FRESH_MS = 60_000

export const attentionQueries = {
  counts: (workspaceId: string) =>
    queryOptions({
      queryKey: ['attention', workspaceId, 'counts'],
      queryFn: ({ signal }) => workspaceClient(workspaceId).attention.list({ limit: 1 }, { signal }),
      staleTime: FRESH_MS,
    }),
}
