import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { requireInstallationAdmin } from './installation-admin.ts'
import { presentInstallationWorkspace } from './present-installation-workspace.ts'
import { workspaceSettingsStore } from './settings-store.ts'

export async function readInstallationWorkspace(
  { db }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.installation.read_workspace>,
) {
  await requireInstallationAdmin(db, caller)
  const workspace = await workspaceSettingsStore(db).find(params.workspace_id)
  if (!workspace) throw refuse('workspace_not_found')
  return presentInstallationWorkspace(workspace)
}
