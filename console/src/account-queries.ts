/** What the page of a person's own account reads. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'

export const accountQueries = {
  account: () =>
    queryOptions({
      queryKey: ['account'],
      queryFn: ({ signal }) => client.account.read({ signal }),
      staleTime: 0,
    }),

  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: async ({ signal }) => (await client.account.list_sessions({ signal })).items,
      staleTime: 0,
    }),

  passkeys: () =>
    queryOptions({
      queryKey: ['account', 'passkeys'],
      queryFn: async ({ signal }) => (await client.account.list_passkeys({ signal })).items,
      staleTime: 0,
    }),
}
