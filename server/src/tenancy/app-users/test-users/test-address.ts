import { randomBytes } from 'node:crypto'

/** No name below `invalid` is ever anybody's (RFC 2606). */
const DOMAIN = 'test-users.invalid'

export function makeTestAddress(): string {
  return `test-user-${randomBytes(8).toString('hex')}@${DOMAIN}`
}

/** Whether an email can only be that of a user whom a test made: nobody reads what is sent there. */
export function isTestAddress(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DOMAIN}`)
}
