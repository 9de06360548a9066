export interface RealtimeLimits {
  /** On one node. */
  sockets: number
  sockets_per_app: number
  sockets_per_address: number
  rooms_per_socket: number
  /** Of one socket, refused ones included. */
  joins_per_minute: number
}

export const REALTIME_LIMITS: RealtimeLimits = {
  sockets: 20_000,
  sockets_per_app: 10_000,
  sockets_per_address: 1_000,
  rooms_per_socket: 100,
  joins_per_minute: 120,
}

/** What a client may send at once; it sends nothing but names of rooms. */
export const MAX_BYTES_IN = 4 * 1024
/** What one event may hold; who sends more says so instead. */
export const MAX_BYTES_OUT = 256 * 1024
/** What may wait for one slow reader before its connection is cut. */
export const MAX_BYTES_WAITING = 2 * 1024 * 1024

export interface Allowance {
  /** Whether there is one left; takes it. */
  take(): boolean
}

/** So many at once, and as many again within a minute. */
export function allowance(perMinute: number, now: () => number = () => performance.now()): Allowance {
  let left = perMinute
  let at = now()
  return {
    take() {
      const time = now()
      left = Math.min(perMinute, left + ((time - at) * perMinute) / 60_000)
      at = time
      if (left < 1) return false
      left--
      return true
    },
  }
}

export interface Tally {
  count(key: string): number
  add(key: string): void
  remove(key: string): void
}

export function tally(): Tally {
  const counts = new Map<string, number>()
  return {
    count: (key) => counts.get(key) ?? 0,
    add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
