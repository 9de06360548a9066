import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { AppRow } from '../access/store.ts'
import type { Ground } from '../ground.ts'
import { presentApp } from './present-app.ts'
import { appStore } from './store.ts'

export async function createApp(
  { db, clock, access, audit, events }: Ground,
  caller: Caller,
  { query, body }: InputOf<typeof operations.apps.create>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'editor')
  // The new app would be outside what a limited token reaches.
  if (caller.app_ids !== null) {
    throw refuse('token_scope_exceeded', { message: 'A token limited to some apps cannot create others.' })
  }
  const now = clock.now()
  const app: AppRow = {
    id: makeId('app', now),
    workspace_id: workspace.id,
    owner_id: userOf(caller).id,
    name: body.name,
    kind: body.kind ?? 'app',
    user_description: body.user_description ?? null,
    logo_url: body.logo_url ?? null,
    published_url: body.published_url ?? null,
    public_settings: body.public_settings ?? 'private_with_login',
    hide_authorship: body.hide_authorship ?? false,
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    await appStore(tx).insert(app)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'apps.create',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { name: app.name, kind: app.kind },
    })
    await events.announce(tx, 'app.created', { app_id: app.id, workspace_id: workspace.id })
  })
  return presentApp(app, 'editor')
}
