/** What the first pages of a workspace and of an app read. */
import { queryOptions } from '@tanstack/react-query'
import { client, workspaceClient } from './api.ts'

export const homeQueries = {
  workspaceOverview: (workspaceId: string, days: number) =>
    queryOptions({
      queryKey: ['overview', workspaceId, days],
      queryFn: ({ signal }) => workspaceClient(workspaceId).workspaces.overview({ days }, { signal }),
    }),
  appOverview: (appId: string, days: number) =>
    queryOptions({
      queryKey: ['overview', appId, days],
      queryFn: ({ signal }) => client.apps.overview({ app_id: appId }, { days }, { signal }),
    }),
  /** What needs somebody, in one app or in all of the workspace. */
  attention: (workspaceId: string, appId?: string) =>
    queryOptions({
      queryKey: ['attention', workspaceId, 'feed', appId],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).attention.list({ app_id: appId, limit: 100 }, { signal }),
    }),
  /** Whether the person is sent what needs them. */
  attentionSettings: (workspaceId: string) =>
    queryOptions({
      queryKey: ['attention', workspaceId, 'settings'],
      queryFn: ({ signal }) => workspaceClient(workspaceId).attention.read_settings({}, { signal }),
    }),
}
