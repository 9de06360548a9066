import type { InstallationWorkspace } from '@atrium/contract/installation-workspaces'
import type { WorkspaceWithSettings } from './settings-store.ts'
import { versionOfSettings } from './workspace-settings.ts'

export function presentInstallationWorkspace(workspace: WorkspaceWithSettings): InstallationWorkspace {
  return {
    ...workspace,
    created_date: workspace.created_date.toISOString(),
    version: versionOfSettings(workspace),
  }
}
