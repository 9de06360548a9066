/** The four counts of an app's users, in words. */
import type { UserCount } from '../../analytics-queries.ts'
import { words } from './words.ts'

export const USER_COUNTS: readonly { id: UserCount; label: string; meaning: string }[] = [
  { id: 'live_users', label: words.liveNow, meaning: words.seenInTheLast },
  { id: 'active_users', label: words.active, meaning: words.lastEventWithin7 },
  { id: 'inactive_7d', label: words.awayForAWeek, meaning: words.lastEvent7To },
  { id: 'inactive_30d', label: words.awayForAMonth, meaning: words.lastEvent30To },
]

export const userCountOf = (text: string): UserCount =>
  USER_COUNTS.find(({ id }) => id === text)?.id ?? 'active_users'
