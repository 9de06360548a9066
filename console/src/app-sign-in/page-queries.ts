import { queryOptions } from '@tanstack/react-query'
import { clientOf, pageClient } from './page-api.ts'

/** Whom a link is for changes when it is used: nothing of it is kept for later. */
export const pageQueries = {
  preview: (app_id: string, link_token: string | undefined) =>
    queryOptions({
      queryKey: ['sign-in page', app_id, link_token ?? ''],
      queryFn: () =>
        pageClient.app_auth.preview_page({ app_id }, link_token === undefined ? {} : { link_token }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  providers: (app_id: string) =>
    queryOptions({
      queryKey: ['sign-in providers', app_id],
      queryFn: () => pageClient.app_auth.providers({ app_id }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** Not a query: its answer must not be kept together with the token. */
export async function readReturnAddress(token: string, app_id: string, from_url: string | undefined) {
  const query = from_url === undefined ? {} : { from_url }
  const { return_url } = await clientOf(token).app_auth.read_return_address({ app_id }, query)
  return return_url
}
