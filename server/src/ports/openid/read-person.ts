import { oneLine } from '../../platform/text/one-line.ts'
import { Unproved } from './failures.ts'
import type { Person } from './port.ts'

const MOST_SUBJECT = 255
const MOST_EMAIL = 254
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Of claims that were checked: an email counts only when the provider says that it is theirs. */
export function readPerson(claims: Readonly<Record<string, unknown>>): Person {
  const { sub, email, email_verified: verified, name } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > MOST_SUBJECT) {
    throw new Unproved(
      'provider_failed',
      'The provider says no subject of the person, or one that is too long.',
    )
  }
  if (typeof email !== 'string' || email.length > MOST_EMAIL || !EMAIL.test(email) || !isStorable(email)) {
    throw new Unproved(
      'email_not_verified',
      'The provider says no email of the person; ask for the scope email.',
    )
  }
  // Some providers write the word.
  if (verified !== true && verified !== 'true') {
    throw new Unproved('email_not_verified', 'The provider does not say that the email is verified.')
  }
  return {
    subject: requireStorable(sub),
    email: email.toLowerCase(),
    name: typeof name === 'string' ? oneLine(name.toWellFormed().replaceAll('\0', ''), 200) : '',
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function requireStorable(text: string): string {
  if (isStorable(text)) return text
  throw new Unproved('provider_failed', 'The subject of the person is no text that can be kept.')
}
