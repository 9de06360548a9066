import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { AppRow } from '../access/store.ts'
import { requireWholeWorkspace } from '../access/whole-workspace.ts'
import type { BaseDeps } from '../base-deps.ts'
import { type AppView, presentApp } from './present-app.ts'
import { type AppChanges, appStore } from './store.ts'

/** Makes an app or agent in a workspace that the caller may edit; `alsoStore` adds what else belongs to it. */
export async function addApp(
  { db, clock, access, audit, events }: BaseDeps,
  caller: Caller,
  workspaceId: string | undefined,
  fields: AppChanges & Pick<AppRow, 'name' | 'kind'>,
  action: string,
  alsoStore: (tx: Db, app: AppRow) => Promise<void> = async () => {},
): Promise<AppView> {
  const workspace = await access.workspace(caller, workspaceId, 'editor')
  requireWholeWorkspace(caller)
  const now = clock.now()
  const app: AppRow = {
    id: makeId('app', now),
    workspace_id: workspace.id,
    owner_id: userOf(caller).id,
    user_description: null,
    logo_url: null,
    published_url: null,
    public_settings: 'private_with_login',
    hide_authorship: false,
    allowed_origins: [],
    allow_localhost: false,
    ...fields,
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    await appStore(tx).insert(app)
    await alsoStore(tx, app)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action,
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { name: app.name, kind: app.kind },
    })
    await events.announce(tx, 'app.created', { app_id: app.id, workspace_id: workspace.id })
  })
  return presentApp(app, 'editor')
}
