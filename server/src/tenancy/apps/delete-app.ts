import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { appStore } from './store.ts'

export async function deleteApp(
  { db, clock, access, audit, events }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.apps.delete>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    if (!(await appStore(tx).markDeleted(app.id, clock.now()))) throw refuse('app_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'apps.delete',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { name: app.name },
    })
    await events.announce(tx, 'app.deleted', { app_id: app.id, workspace_id: app.workspace_id })
  })
  access.invalidate(app.id)
  return { deleted: true as const, id: app.id }
}
