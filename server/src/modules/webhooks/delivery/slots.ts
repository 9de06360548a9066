/** Bulkheads: what endpoints that do not answer may hold is bounded, and never what healthy ones need. */

export type Pool = 'fast' | 'slow'

export interface SlotLimits {
  fast: number
  slow: number
  /** Lanes of one webhook at a time, by pool: a slow one waits for itself only. */
  perWebhook: Record<Pool, number>
  /** No more than the connections that outbound calls keep to one: an attempt must not wait on its own time. */
  perHost: number
}

export const DEFAULT_SLOTS: SlotLimits = {
  fast: 192,
  slow: 256,
  perWebhook: { fast: 16, slow: 1 },
  perHost: 16,
}

export interface Slot {
  pool: Pool
  /** An attempt that takes long gives its fast place back at once, even when the slow pool is full. */
  moveToSlow(): void
  /** Whether nobody waits for the place, so that anyone who has it may go on. */
  isSpare(): boolean
  free(): void
}

export interface Slots {
  used(pool: Pool): number
  room(pool: Pool): number
  /** Webhooks that have as many lanes under way as the pool allows, or were turned away at their host. */
  full(pool: Pool): string[]
  take(pool: Pool, webhookId: string, host: string): Slot | null
}

export function createSlots(limits: SlotLimits = DEFAULT_SLOTS): Slots {
  const used = { fast: 0, slow: 0 }
  const byWebhook = new Map<string, number>()
  const byHost = new Map<string, number>()
  const turnedAway = new Map<string, Set<string>>()

  return {
    used: (pool) => used[pool],
    room: (pool) => Math.max(0, limits[pool] - used[pool]),
    full(pool) {
      const busy = [...byWebhook].filter(([, count]) => count >= limits.perWebhook[pool]).map(([id]) => id)
      return [...new Set([...busy, ...[...turnedAway.values()].flatMap((ids) => [...ids])])]
    },
    take(pool, webhookId, host) {
      if ((byHost.get(host) ?? 0) >= limits.perHost) {
        turnedAway.set(host, (turnedAway.get(host) ?? new Set()).add(webhookId))
        return null
      }
      if (used[pool] >= limits[pool]) return null
      if ((byWebhook.get(webhookId) ?? 0) >= limits.perWebhook[pool]) return null
      const slot = { pool, isFree: false }
      used[pool]++
      add(byWebhook, webhookId, 1)
      add(byHost, host, 1)
      return {
        get pool() {
          return slot.pool
        },
        moveToSlow() {
          if (slot.isFree || slot.pool === 'slow') return
          slot.pool = 'slow'
          used.fast--
          used.slow++
        },
        isSpare: () => slot.pool === 'fast' && used.fast < limits.fast && !turnedAway.has(host),
        free() {
          if (slot.isFree) return
          slot.isFree = true
          used[slot.pool]--
          add(byWebhook, webhookId, -1)
          add(byHost, host, -1)
          turnedAway.delete(host)
        },
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
