/** What the guides and the reference read. */
import { queryOptions } from '@tanstack/react-query'
import type { ApiDescription } from './api-description.ts'

export const docsQueries = {
  description: () =>
    queryOptions({
      queryKey: ['api-description'],
      queryFn: async ({ signal }): Promise<ApiDescription> => {
        const response = await fetch('/openapi.json', { signal })
        if (!response.ok) throw new Error(`The description of the API did not come (${response.status}).`)
        return response.json()
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
