import type { WorkspaceChange } from '@atrium/contract/installation-workspaces'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import type { AuditFact } from '../audit/record.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { workspaceSettingsStore } from './settings-store.ts'
import { changedSettings, settingsDifference, versionOfSettings } from './workspace-settings.ts'

/**
 * Changes the settings of a workspace in a transaction, for admins of the installation and for its operator. Returns the
 * workspace, with the fact for its audit log where something changed; `gone` or `changed` when nothing was written.
 */
export async function changeWorkspace(
  tx: Db,
  id: string,
  change: WorkspaceChange,
  ifVersion: string | undefined,
) {
  const store = workspaceSettingsStore(tx)
  const before = await store.lock(id)
  if (!before) return 'gone' as const
  if (ifVersion !== undefined && ifVersion !== versionOfSettings(before)) return 'changed' as const
  const after = { ...before, ...changedSettings(before, change) }
  const detail = settingsDifference(before, after)
  if (Object.keys(detail).length === 0) return { workspace: after, fact: null }
  await store.save(id, after)
  // Limits stand with cached credentials, the monthly limit in the list of members.
  await notify(tx, CREDENTIALS_CHANNEL, id)
  await invalidateMembers(tx, id)
  const fact: AuditFact = {
    workspace_id: id,
    action: 'installation.update_workspace',
    target_type: 'workspace',
    target_id: id,
    detail,
  }
  return { workspace: after, fact }
}
