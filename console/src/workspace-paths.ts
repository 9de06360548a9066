/** Addresses of what belongs to a workspace itself: its settings, backups and service accounts. */
import type { NamedView } from './named-paths.ts'
import { paths, withQuery } from './paths.ts'

export const BACKUP_STATUSES = ['running', 'completed', 'failed'] as const

export interface BackupsView {
  status?: (typeof BACKUP_STATUSES)[number] | undefined
  cursor?: string | undefined
}

export const workspacePaths = {
  settings: (workspaceId: string) => `${paths.workspace(workspaceId)}/settings`,
  installation: (workspaceId: string) => `${paths.workspace(workspaceId)}/installation`,
  installationWorkspaces: (workspaceId: string, view: NamedView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/installation/workspaces`, view),
  backups: (workspaceId: string, view: BackupsView = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/backups`, view),
  usage: (workspaceId: string) => `${paths.workspace(workspaceId)}/usage`,
  serviceAccounts: (workspaceId: string, view: { cursor?: string | undefined } = {}) =>
    withQuery(`${paths.workspace(workspaceId)}/service-accounts`, view),
  agentVersions: (workspaceId: string, agentId: string, view: { cursor?: string | undefined } = {}) =>
    withQuery(`${paths.agent(workspaceId, agentId)}/versions`, view),
}
