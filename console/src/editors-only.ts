/** Pages of an app that only its editors may read: to others the console asks nothing that would be refused. */
import { ApiError } from '@atrium/sdk'
import type { FetchQueryOptions } from '@tanstack/react-query'
import { data, isRouteErrorResponse } from 'react-router'
import { load, queryClient } from './api.ts'
import { canEditApp } from './permissions.ts'
import { queries } from './queries.ts'

/** As `load`, once it is known that the person can edit the app. */
export async function loadForEditors(
  request: Request,
  appId: string,
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none of them matters here.
  ...wanted: FetchQueryOptions<any, any, any, any>[]
) {
  await load(request, queries.app(appId))
  const app = queryClient.getQueryData(queries.app(appId).queryKey)
  if (!app || !canEditApp(app)) throw data(null, { status: 403 })
  return load(request, ...wanted)
}

/** Also when the role was lost while the page was open, and the server refused. */
export function isForEditors(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 403
  return error instanceof ApiError && error.code === 'editor_required'
}
