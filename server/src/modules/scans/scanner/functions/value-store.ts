/** Labels by key: `3` is a variable, `3.url` a field of it. */
export interface ValueStore {
  own(key: string): number
  /** Labels of all fields below. */
  parts(key: string): number
  add(key: string, labels: number): void
  /** Copies the fields of one variable to another. */
  copy(from: string, to: string): void
  /** Starts a round. */
  settle(): void
  hasChanged(): boolean
  clear(): void
}

/** Longer keys come from objects that contain themselves. */
const LONGEST_KEY = 80

export function createStore(): ValueStore {
  const labels = new Map<string, number>()
  const below = new Map<string, Map<string, number>>()
  let changed = false

  function add(key: string, added: number): void {
    const before = labels.get(key) ?? 0
    if ((before | added) === before || key.length > LONGEST_KEY) return
    labels.set(key, before | added)
    changed = true
    for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
      const fields = below.get(key.slice(0, dot)) ?? new Map<string, number>()
      below.set(key.slice(0, dot), fields.set(key, before | added))
    }
  }
  return {
    own: (key) => labels.get(key) ?? 0,
    parts: (key) => [...(below.get(key)?.values() ?? [])].reduce((sum, each) => sum | each, 0),
    add,
    copy(from, to) {
      if (from === to) return
      for (const [key, each] of [...(below.get(from) ?? [])]) add(`${to}${key.slice(from.length)}`, each)
    },
    settle() {
      changed = false
    },
    hasChanged: () => changed,
    clear() {
      labels.clear()
      below.clear()
    },
  }
}
