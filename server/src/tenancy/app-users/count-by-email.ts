import { hashSecret } from '../../platform/secrets.ts'
import type { TenancyDeps } from '../ground.ts'

const PER_EMAIL = 10

/** Refuses with 429 when there were too many tries for this email of this app. */
export async function countByEmail(
  { rateLimits }: Pick<TenancyDeps, 'rateLimits'>,
  operation: string,
  appId: string,
  email: string,
): Promise<void> {
  // By its hash: the longest email would not fit into the name of a counter.
  const bucket = hashSecret(`${appId} ${email}`).toString('base64url')
  await rateLimits.countBy(`${operation} by email`, bucket, PER_EMAIL)
}
