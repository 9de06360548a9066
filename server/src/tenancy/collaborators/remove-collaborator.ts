import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { collaboratorStore } from './store.ts'

export async function removeCollaborator(
  { db, access, audit }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.collaborators.remove>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const email = params.email.toLowerCase()
  await transaction(db, async (tx) => {
    const removed = await collaboratorStore(tx).delete(app.id, email)
    if (!removed) throw refuse('collaborator_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'collaborators.remove',
      target_type: 'collaborator',
      target_id: removed.user_id,
      app_id: app.id,
      detail: { email },
    })
  })
  access.invalidate(app.id)
  return { removed: true as const, app_id: app.id, email }
}
