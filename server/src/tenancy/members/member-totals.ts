import { createCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'

/** How many members matched, so that only the first page of a list counts them. Each node has its own. */
export interface MemberTotals {
  read(list: string): number | undefined
  write(list: string, total: number): void
}

/** The name of a list holds the epoch of its members: a change makes it another list. */
export function createMemberTotals(clock: Clock): MemberTotals {
  const cache = createCache<number>({ ms: KEPT_MS, most: MOST_KEPT, now: () => clock.now().getTime() })
  return { read: cache.get, write: cache.set }
}

const KEPT_MS = 60_000
const MOST_KEPT = 1_000
