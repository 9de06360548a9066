/** What the pages of connectors read. */
import { queryOptions } from '@tanstack/react-query'
import { client, workspaceClient } from './api.ts'
import type { ConnectorCallsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

export const connectorsQueries = {
  /** All of them, by name: the gallery searches in what it has. */
  available: (app_id: string) =>
    queryOptions({
      queryKey: ['connectors', app_id],
      queryFn: async ({ signal }) =>
        (await client.connectors.available({ app_id }, {}, { signal })).integrations,
    }),

  connections: (app_id: string) =>
    queryOptions({
      queryKey: ['connections', app_id],
      queryFn: async ({ signal }) => (await client.connectors.list({ app_id }, { signal })).integrations,
      // Tokens are refreshed and calls made without anybody at the screen.
      staleTime: 0,
    }),

  /** What a connector asks for, with the values that are saved. */
  fields: (app_id: string, integration_type: string) =>
    queryOptions({
      queryKey: ['connections', app_id, 'fields', integration_type],
      queryFn: ({ signal }) => client.connectors.fields({ app_id, integration_type }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),

  /** Whether a connection that was started is approved by now. */
  status: (app_id: string, integration_type: string, connection_id: string | undefined) =>
    queryOptions({
      queryKey: ['connection-status', app_id, integration_type, connection_id],
      queryFn: ({ signal }) =>
        client.connectors.status({ app_id }, { integration_type, connection_id }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),

  calls: (app_id: string, { connector, failed, cursor }: ConnectorCallsView) =>
    queryOptions({
      queryKey: ['connector-calls', app_id, { connector, failed, cursor }],
      queryFn: ({ signal }) =>
        client.connectors.list_calls(
          { app_id },
          { integration_type: connector, failed: failed && true, cursor, limit: PAGE_SIZE },
          { signal },
        ),
      staleTime: 0,
    }),

  /** All of them: a workspace has at most 100. */
  own: (workspaceId: string) =>
    queryOptions({
      queryKey: ['own-connectors', workspaceId],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).custom_connectors.list({ limit: 100 }, { signal }),
    }),

  ownOne: (workspaceId: string, integration_type: string) =>
    queryOptions({
      queryKey: ['own-connectors', workspaceId, 'one', integration_type],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).custom_connectors.read({ integration_type }, {}, { signal }),
      staleTime: 0,
    }),

  clients: (workspaceId: string) =>
    queryOptions({
      queryKey: ['connector-clients', workspaceId],
      queryFn: ({ signal }) => workspaceClient(workspaceId).connector_clients.list({}, { signal }),
    }),

  /** The services that a client id can be for. They are listed for apps only, so any app has to lend its list. */
  services: (workspaceId: string) =>
    queryOptions({
      queryKey: ['connectors', 'of-workspace', workspaceId],
      queryFn: async ({ signal }) => {
        const { items } = await workspaceClient(workspaceId).apps.list({ limit: 1 }, { signal })
        const app_id = items[0]?.id
        if (app_id === undefined) return []
        const { integrations } = await client.connectors.available({ app_id }, {}, { signal })
        return integrations.filter(({ auth_mode }) => auth_mode === 'oauth2')
      },
    }),
}
