import type { Clock } from '../../platform/clock.ts'

/** How many members matched, so that only the first page of a list counts them. Each node has its own. */
export interface MemberTotals {
  read(list: string): number | undefined
  write(list: string, total: number): void
}

/** The name of a list holds the epoch of its members: a change makes it another list. */
export function createMemberTotals(clock: Clock): MemberTotals {
  const kept = new Map<string, { total: number; until: number }>()
  return {
    read(list) {
      const entry = kept.get(list)
      return entry && entry.until > clock.now().getTime() ? entry.total : undefined
    },
    write(list, total) {
      kept.delete(list) // so that it comes last, and the oldest stays first
      kept.set(list, { total, until: clock.now().getTime() + KEPT_MS })
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
    },
  }
}

const KEPT_MS = 60_000
const MOST_KEPT = 1_000
