import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { collaboratorStore } from './store.ts'

export async function setCollaborator(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.collaborators.set>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const set = await transaction(db, async (tx) => {
    const store = collaboratorStore(tx)
    const member = await store.findMember(app.workspace_id, params.email.toLowerCase())
    if (!member) throw refuse('member_not_found')
    await store.set({ app_id: app.id, user_id: member.user_id, role: body.role, created_date: clock.now() })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'collaborators.set',
      target_type: 'collaborator',
      target_id: member.user_id,
      app_id: app.id,
      detail: { email: member.email, role: body.role },
    })
    return { app_id: app.id, ...member, role: body.role }
  })
  access.invalidate(app.id)
  return set
}
