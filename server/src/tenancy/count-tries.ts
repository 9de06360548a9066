import type { Visitor } from '../platform/http/visitor.ts'
import { hashSecret } from '../platform/secrets.ts'
import type { TenancyDeps } from './base-deps.ts'

/** A minute. Few from one place, so that nobody guesses; many in all, so that nobody keeps somebody else out. */
const PER_ADDRESS_AND_EMAIL = 10
const PER_EMAIL = 100

/** Refuses with 429 when there were too many tries for this email, of this app where one is named. */
export async function countTries(
  { rateLimits }: Pick<TenancyDeps, 'rateLimits'>,
  operation: string,
  { address }: Pick<Visitor, 'address'>,
  email: string,
  appId = '',
): Promise<void> {
  // By its hash: the longest email would not fit into the name of a counter.
  const bucket = hashSecret(`${appId} ${email}`).toString('base64url')
  await rateLimits.countBy(`${operation} by address and email`, `${address} ${bucket}`, PER_ADDRESS_AND_EMAIL)
  await rateLimits.countBy(`${operation} by email`, bucket, PER_EMAIL)
}
