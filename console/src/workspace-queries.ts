/** What the console reads of a workspace itself and of the versions of agents. */
import { ApiError } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, workspaceClient } from './api.ts'
import type { NamedView } from './named-paths.ts'
import { PAGE_SIZE } from './queries.ts'
import type { BackupsView } from './workspace-paths.ts'

export const workspaceQueries = {
  backups: (workspaceId: string, { status, cursor }: BackupsView) =>
    queryOptions({
      queryKey: ['backups', workspaceId, { status, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).backups.list({ status, cursor, limit: PAGE_SIZE }, { signal }),
    }),
  installation: (workspace_id: string) =>
    queryOptions({
      queryKey: ['installation', workspace_id],
      queryFn: ({ signal }) => workspaceClient(workspace_id).installation.read({}, { signal }),
    }),
  /** Null for everybody who is no admin of the installation. */
  ofInstallation: ({ search, cursor }: NamedView) =>
    queryOptions({
      queryKey: ['installation_workspaces', { search, cursor }],
      queryFn: async ({ signal }) => {
        try {
          return await client.installation.list_workspaces({ search, cursor, limit: PAGE_SIZE }, { signal })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'installation_admin_required') return null
          throw error
        }
      },
    }),
  installationWorkspace: (workspace_id: string) =>
    queryOptions({
      queryKey: ['installation_workspaces', 'one', workspace_id],
      queryFn: ({ signal }) => client.installation.read_workspace({ workspace_id }, { signal }),
      // A change is made from what is there now, and not replaced under the hands that type it.
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  usage: (workspace_id: string) =>
    queryOptions({
      queryKey: ['usage', workspace_id],
      queryFn: ({ signal }) => workspaceClient(workspace_id).usage.read({}, { signal }),
    }),
  serviceAccounts: (workspaceId: string, cursor?: string) =>
    queryOptions({
      queryKey: ['service_accounts', workspaceId, cursor],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).service_accounts.list({ cursor, limit: PAGE_SIZE }, { signal }),
    }),
  serviceTokens: (workspaceId: string, service_account_id: string, cursor?: string) =>
    queryOptions({
      queryKey: ['service_accounts', workspaceId, service_account_id, 'tokens', cursor],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).service_accounts.list_tokens(
          { service_account_id },
          { cursor, limit: PAGE_SIZE },
          { signal },
        ),
    }),
  agent: (agent_id: string) =>
    queryOptions({
      queryKey: ['agents', agent_id],
      queryFn: ({ signal }) => client.agents.read({ agent_id }, { signal }),
    }),
  agentVersions: (agent_id: string, cursor?: string) =>
    queryOptions({
      queryKey: ['agents', agent_id, 'versions', cursor],
      queryFn: ({ signal }) =>
        client.agents.list_versions({ agent_id }, { cursor, limit: PAGE_SIZE }, { signal }),
    }),
  agentVersion: (agent_id: string, version: number) =>
    queryOptions({
      queryKey: ['agents', agent_id, 'version', version],
      queryFn: ({ signal }) => client.agents.read_version({ agent_id, version }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
