import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import { signedIn } from '../account/signed-in.ts'
import { workspaceSettingsStore } from './settings-store.ts'

/** Whether this session belongs to an admin of the installation; asked of the database each time, never cached. */
export async function isInstallationAdmin(db: Db, caller: Caller): Promise<boolean> {
  if (caller.kind !== 'session' || !caller.user) return false
  return workspaceSettingsStore(db).isInstallationAdmin(caller.user.id)
}

/** Before anything is looked up: to everybody else all workspaces are alike, there or not. */
export async function requireInstallationAdmin(db: Db, caller: Caller): Promise<void> {
  signedIn(caller)
  if (!(await isInstallationAdmin(db, caller))) throw refuse('installation_admin_required')
}
