/** The four counts of an app's users, in words. */
import type { UserCount } from '../../analytics-queries.ts'

export const USER_COUNTS: readonly { id: UserCount; label: string; meaning: string }[] = [
  { id: 'live_users', label: 'Live now', meaning: 'seen in the last 2 minutes' },
  { id: 'active_users', label: 'Active', meaning: 'last event within 7 days' },
  { id: 'inactive_7d', label: 'Away for a week', meaning: 'last event 7 to 30 days ago' },
  { id: 'inactive_30d', label: 'Away for a month', meaning: 'last event 30 to 60 days ago' },
]

export const userCountOf = (text: string): UserCount =>
  USER_COUNTS.find(({ id }) => id === text)?.id ?? 'active_users'
