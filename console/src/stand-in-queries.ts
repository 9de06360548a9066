/** What acts here in place of outside services. */
import { queryOptions } from '@tanstack/react-query'
import { workspaceClient } from './api.ts'

export const standInQueries = {
  all: (workspaceId: string) =>
    queryOptions({
      queryKey: ['stand_ins', workspaceId],
      queryFn: ({ signal }) => workspaceClient(workspaceId).workspaces.stand_ins({}, { signal }),
      // The settings of the server stay as long as it runs.
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
