import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { expiryOf, isExpired } from './invitation-rules.ts'
import { invitationStore, type LinkedInvitation } from './store.ts'

/** The invitation of a link. Unknown, used, replaced and revoked ones are distinguished by nothing. */
export async function findOpenInvitation(
  db: Db,
  token: string,
  now: Date,
): Promise<LinkedInvitation & { token_hash: Buffer; expires_at: Date }> {
  const token_hash = hashSecret(token)
  const invitation = await invitationStore(db).findByToken(token_hash)
  if (!invitation) throw refuse('invitation_not_found')
  if (isExpired(invitation, now)) throw refuse('invitation_expired')
  return { ...invitation, token_hash, expires_at: expiryOf(invitation.created_date) }
}
