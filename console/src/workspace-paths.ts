/** Addresses of what belongs to a workspace itself: its settings and its service accounts. */
import { paths, withQuery } from './paths.ts'

export const workspacePaths = {
  settings: (workspaceId: string) => `${paths.workspace(workspaceId)}/settings`,
  installation: (workspaceId: string) => `${paths.workspace(workspaceId)}/installation`,
  usage: (workspaceId: string) => `${paths.workspace(workspaceId)}/usage`,
  serviceAccounts: (workspaceId: string, view: { cursor?: string | undefined } = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/service-accounts`, view),
  agentVersions: (workspaceId: string, agentId: string, view: { cursor?: string | undefined } = {}) =>
    withQuery(`${paths.agent(workspaceId, agentId)}/versions`, view),
}
