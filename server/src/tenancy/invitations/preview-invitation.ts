import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import { invitationStore } from './store.ts'

export async function previewInvitation(
  { db, clock }: TenancyDeps,
  _visitor: Visitor,
  { body }: InputOf<typeof operations.invitations.preview>,
) {
  const { email, role, workspace_name, expires_at } = await findOpenInvitation(
    db,
    body.invitation_token,
    clock.now(),
  )
  const has_account = await invitationStore(db).hasAccount(email)
  return { email, role, workspace_name, has_account, expires_at }
}
