import type { Secrets } from '../../platform/secrets.ts'

const PURPOSE = 'sign-in by a provider, without its second factor'
const TICKET_MS = 5 * 60_000

/**
 * Says that a provider vouched for this account a moment ago. It opens nothing without the second factor, and what that
 * is shown with counts once, so that the ticket need not be stored.
 */
export function makeTicket(secrets: Secrets, userId: string, now: Date): string {
  const text = `${userId}.${now.getTime() + TICKET_MS}`
  return `${text}.${secrets.sign(PURPOSE, text)}`
}

/** The account; null for a ticket of another make, or one that is too old. */
export function readTicket(secrets: Secrets, ticket: string, now: Date): string | null {
  const [userId = '', until = '', mark = ''] = ticket.split('.')
  const isOurs = secrets.verify(PURPOSE, `${userId}.${until}`, mark)
  return isOurs && Number(until) > now.getTime() ? userId : null
}
