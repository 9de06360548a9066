import type { FetchQueryOptions } from '@tanstack/react-query'
import { load, queryClient } from '../../api.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'

/** As `load`, but only for owners and admins: to others the page explains itself without asking. */
export async function loadForAdmins(
  request: Request,
  workspaceId: string,
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none of them matters here.
  ...wanted: FetchQueryOptions<any, any, any, any>[]
) {
  await load(request, queries.session())
  const me = queryClient.getQueryData(queries.session().queryKey)
  const role = me?.workspaces.find(({ id }) => id === workspaceId)?.user_role
  return role && canAdminister(role) ? load(request, ...wanted) : null
}
