/** Joins calls that arrive while one is running into one statement. */

export interface Batching<Item, Result> {
  /** The most items of a batch. */
  most: number
  /** Items with the same key never share a batch. */
  keyOf?(item: Item): string
  /** Returns one result for each item, in their order. */
  send(items: readonly Item[]): Promise<readonly Result[]>
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Longer than a batch takes unless it waits for somebody's lock. */
const PATIENCE_MS = 25

/**
 * The first call is sent at once; those that arrive while it runs are sent together afterwards. A batch that takes long
 * does not hold up the next one.
 */
export function batched<Item, Result>(batching: Batching<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isHeld = false

  function begin(): void {
    const [batch, left] = nextBatch(batching, waiting)
    waiting = left
    isHeld = true
    let isHolding = true
    const release = () => {
      clearTimeout(patience)
      if (!isHolding) return
      isHolding = false
      isHeld = false
      if (waiting.length > 0) begin()
    }
    const patience = setTimeout(release, PATIENCE_MS)
    batching
      .send(batch.map(({ item }) => item))
      .then(
        (results) => batch.forEach(({ resolve }, at) => void resolve(results[at] as Result)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      )
      .finally(release)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isHeld) begin()
    })
}

/** In the order in which they came. */
function nextBatch<Item, Result>(
  { most, keyOf }: Batching<Item, Result>,
  waiting: readonly Waiting<Item, Result>[],
) {
  if (!keyOf) return [waiting.slice(0, most), waiting.slice(most)] as const
  const keys = new Set<string>()
  const batch: Waiting<Item, Result>[] = []
  const left: Waiting<Item, Result>[] = []
  for (const one of waiting) {
    const key = keyOf(one.item)
    const isNext = batch.length < most && !keys.has(key)
    // One that has to wait keeps its place before later ones of its key.
    keys.add(key)
    if (isNext) batch.push(one)
    else left.push(one)
  }
  return [batch, left] as const
}
