/** What the console reads of the providers by which people sign in. */
import type { AnswerOf, Operations } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, workspaceClient } from './api.ts'

export type WorkspaceOpenId = AnswerOf<Operations['workspace_openid']['read']>
export type WorkspaceProvider = NonNullable<WorkspaceOpenId['provider']>
export type AppProvider = AnswerOf<Operations['app_providers']['list']>['items'][number]

export const signInQueries = {
  workspaceOpenId: (workspaceId: string) =>
    queryOptions({
      queryKey: ['workspace_openid', workspaceId],
      queryFn: ({ signal }) => workspaceClient(workspaceId).workspace_openid.read({}, { signal }),
    }),
  appProviders: (app_id: string) =>
    queryOptions({
      queryKey: ['app_providers', app_id],
      queryFn: async ({ signal }) => (await client.app_providers.list({ app_id }, { signal })).items,
    }),
}
