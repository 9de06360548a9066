import type { Db } from '../../../platform/database/db.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Connected } from './connected-repository.ts'
import { repositoryStore } from './repository-store.ts'

/** Remembers that code and repository are the same now. */
export async function storeSynced(
  { clock, audit }: Pick<Deps, 'clock' | 'audit'>,
  tx: Db,
  by: {
    app: App
    caller: Caller
    connected: Connected
    action: 'repository.push_source' | 'repository.pull_source'
  },
  synced: { commit: string; branch: string; files: number; revision: number },
): Promise<void> {
  const { app, caller, connected, action } = by
  const { commit, branch, files, revision } = synced
  await repositoryStore(tx).setSynced(connected.row, { commit, at: clock.now() })
  await audit.record(tx, caller, {
    workspace_id: app.workspace_id,
    action,
    target_type: 'repository',
    target_id: connected.row.full_name,
    app_id: app.id,
    detail: { branch, commit, files, revision },
  })
}
