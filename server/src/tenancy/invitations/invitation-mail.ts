import { oneLine } from '../../platform/text/one-line.ts'
import { expiryOf } from './invitation-rules.ts'
import type { InvitationRow } from './store.ts'

export interface Inviter {
  email: string
  full_name: string
}

/** The link leads to the console; what is behind the # stays in the browser, out of logs and referrers. */
export function invitationMail(
  invitation: InvitationRow,
  inviter: Inviter,
  workspace: { name: string },
  baseUrl: string,
  token: string,
): { subject: string; text: string } {
  const name = oneLine(inviter.full_name) || inviter.email
  const place = oneLine(workspace.name)
  const until = expiryOf(invitation.created_date).toISOString().slice(0, 10)
  return {
    subject: `${name} invites you to ${place}`,
    text: [
      `${name} (${inviter.email}) invites you to the workspace “${place}” as ${ARTICLE[invitation.role]}.`,
      '',
      'Accept the invitation here:',
      `${baseUrl}/invitations/accept#token=${token}`,
      '',
      `The link works once, until ${until}. If you do not know what this is about, you can ignore this mail.`,
      '',
    ].join('\n'),
  }
}

const ARTICLE = { admin: 'an admin', editor: 'an editor', viewer: 'a viewer', guest: 'a guest' }
