/** Those who wait, served in turn by group: one that sends much waits behind itself. */
export interface FairQueue<T> {
  readonly length: number
  lengthOf(group: string): number
  add(group: string, one: T): void
  /** The next one of a group that has room. */
  take(room: (group: string) => number): T | null
  /** How many could go on at once. */
  count(room: (group: string) => number): number
  remove(group: string, one: T): void
  takeAll(): T[]
}

export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns: who was served goes to the end. */
  const groups = new Map<string, T[]>()
  let length = 0

  return {
    get length() {
      return length
    },
    lengthOf: (group) => groups.get(group)?.length ?? 0,
    add(group, one) {
      const waiting = groups.get(group)
      if (waiting) waiting.push(one)
      else groups.set(group, [one])
      length++
    },
    count: (room) =>
      [...groups].reduce((sum, [group, waiting]) => sum + Math.min(waiting.length, room(group)), 0),
    take(room) {
      for (const [group, waiting] of groups) {
        if (room(group) <= 0) continue
        const one = waiting.shift()
        groups.delete(group)
        if (waiting.length > 0) groups.set(group, waiting)
        if (one === undefined) continue
        length--
        return one
      }
      return null
    },
    remove(group, one) {
      const waiting = groups.get(group) ?? []
      const at = waiting.indexOf(one)
      if (at < 0) return
      waiting.splice(at, 1)
      if (waiting.length === 0) groups.delete(group)
      length--
    },
    takeAll() {
      const all = [...groups.values()].flat()
      groups.clear()
      length = 0
      return all
    },
  }
}
