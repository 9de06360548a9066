/** What is looked for in a whole workspace. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'

export const searchQueries = {
  find: (workspaceId: string, q: string) =>
    queryOptions({
      queryKey: ['search', workspaceId, q],
      queryFn: ({ signal }) =>
        client.search.find({ workspace_id: workspaceId }, { q, limit: 12 }, { signal }),
      enabled: q !== '',
      placeholderData: keepPreviousData,
    }),
}
