import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { invitationStore } from './store.ts'

export async function revokeInvitation(
  { db, access, audit, events }: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.invitations.revoke>,
) {
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  const email = params.email.toLowerCase()
  await transaction(db, async (tx) => {
    await invalidateMembers(tx, workspace.id) // first: anyone who changes these members waits in line
    const invitation = await invitationStore(tx).delete(workspace.id, email)
    if (!invitation) throw refuse('invitation_not_found')
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'invitations.revoke',
      target_type: 'invitation',
      target_id: email,
      detail: { email, role: invitation.role, status: invitation.status },
    })
    await events.announce(tx, 'invitation.revoked', { workspace_id: workspace.id, email })
  })
  return { revoked: true as const, email }
}
