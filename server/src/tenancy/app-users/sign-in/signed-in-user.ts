import type { VisitedApp } from '../../access/access.ts'

/** The user of an app, on operations for those who are signed in. */
export function signedInUser({ user }: VisitedApp): NonNullable<VisitedApp['user']> {
  if (!user) throw new Error('nobody is signed in on an operation for those who are')
  return user
}
