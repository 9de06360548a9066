/** Chance by a seed (mulberry32): the same draws every time. */
export interface Chance {
  /** From 0 to below n. */
  below(n: number): number
  one<T>(of: readonly T[]): T
  /** True in so many of a hundred cases. */
  percent(n: number): boolean
}

export function chanceBy(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    percent: (n) => below(100) < n,
  }
}
