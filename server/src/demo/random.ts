/** Numbers that look random and are the same every time (mulberry32), so that the demo never changes by itself. */
export interface Random {
  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** True in this share of cases, from 0 to 1. */
  chance(share: number): boolean
  /** From 1 to `most`: the higher the power, the rarer the large ones. */
  skewed(most: number, power: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  shuffled<T>(items: readonly T[]): T[]
}

export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    chance: (share) => next() < share,
    skewed: (most, power) => Math.max(1, Math.round(most * next() ** power)),
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    shuffled(items) {
      return items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item)
    },
  }
}
