import type { Db } from '../../platform/database/db.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import { invitationMail } from './invitation-mail.ts'
import { expiryOf, type Resends } from './invitation-rules.ts'
import { type InvitationRow, invitationStore } from './store.ts'

/** Makes the link, mails it and records it, in the transaction that stored or renewed the invitation. */
export async function sendInvitation(
  deps: TenancyDeps,
  tx: Db,
  caller: Caller,
  workspace: Workspace,
  invitation: InvitationRow,
  resent: Resends,
  action: string,
) {
  const { audit, events, baseUrl } = deps
  const { email, role } = invitation
  const inviter = userOf(caller)
  const token = makeSecret('inv')
  const mail = invitationMail(invitation, inviter, workspace, baseUrl(), token)
  const mail_id = await sendMail(deps, tx, { workspace_id: workspace.id, to: email, ...mail })
  const hash = hashSecret(token)
  const link = { workspace_id: workspace.id, email, token_hash: hash, invited_by: inviter.id, mail_id }
  await invitationStore(tx).setLink(link, resent)
  await audit.record(tx, caller, {
    workspace_id: workspace.id,
    action,
    target_type: 'invitation',
    target_id: email,
    detail: { email, role },
  })
  await events.announce(tx, 'invitation.sent', { workspace_id: workspace.id, email, role })
  return { ...invitation, invited_by: inviter.email, expires_at: expiryOf(invitation.created_date) }
}
