/** What is looked for in a whole workspace. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceClient } from './api.ts'

export const searchQueries = {
  find: (workspaceId: string, q: string) =>
    queryOptions({
      queryKey: ['search', workspaceId, q],
      queryFn: ({ signal }) => workspaceClient(workspaceId).search.find({ q, limit: 12 }, { signal }),
      enabled: q !== '',
      placeholderData: keepPreviousData,
    }),
}
