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

/** Objects that contain themselves would have fields without end: deeper ones count as their object. */
const DEEPEST = 3
/** A variable with more fields counts as one value. */
const MOST_FIELDS = 100

export function createStore(): ValueStore {
  const labels = new Map<string, number>()
  const below = new Map<string, Map<string, number>>()
  let changed = false

  /** The field that labels are put into: the key, or the object that stands for it. */
  function placeOf(key: string): string {
    const names = key.split('.')
    const place = names.slice(0, DEEPEST + 1).join('.')
    const [root = ''] = names
    return labels.has(place) || (below.get(root)?.size ?? 0) < MOST_FIELDS ? place : root
  }
  function add(given: string, added: number): void {
    const key = placeOf(given)
    const before = labels.get(key) ?? 0
    if ((before | added) === before) return
    labels.set(key, before | added)
    changed = true
    for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
      const fields = below.get(key.slice(0, dot)) ?? new Map<string, number>()
      below.set(key.slice(0, dot), fields.set(key, before | added))
    }
  }
  return {
    own: (key) => labels.get(placeOf(key)) ?? 0,
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
