/** Values that are remembered for a while; when there are too many, the oldest is evicted. */
export interface Cache<Value> {
  /** Undefined when it is not remembered, or no longer. */
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** Reads the value and remembers it, unless there is none or something was invalidated while it was being read. */
  load<Found extends Value | undefined>(key: string, read: () => Promise<Found>): Promise<Found>
  /** Evicts this value, unless another took its place. */
  evict(key: string, value: Value): void
  /** Evicts the values that match, all unless it is set. To be called when they change, on this node or another. */
  invalidate(matches?: (value: Value) => boolean): void
}

export function createCache<Value>(options: {
  /** How long a value is remembered; without end unless it is set. */
  ms?: number
  /** The most values. */
  most: number
  /** In milliseconds; the time since the process began unless it is set. */
  now?(): number
}): Cache<Value> {
  const { ms = Infinity, most, now = () => performance.now() } = options
  const entries = new Map<string, { value: Value; until: number }>()
  let invalidations = 0

  const set = (key: string, value: Value) => {
    entries.delete(key) // so that it comes last, and the oldest stays first
    const [oldest] = entries.size >= most ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(key, { value, until: now() + ms })
  }

  return {
    get(key) {
      const entry = entries.get(key)
      return entry && entry.until > now() ? entry.value : undefined
    },
    set,
    async load(key, read) {
      const before = invalidations
      const value = await read()
      if (value !== undefined && before === invalidations) set(key, value)
      return value
    },
    evict(key, value) {
      if (entries.get(key)?.value === value) entries.delete(key)
    },
    invalidate(matches) {
      invalidations++
      if (!matches) return entries.clear()
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
    },
  }
}
