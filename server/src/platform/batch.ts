/** Joins what arrives while a batch is being sent into the next batch. */

interface Batching<Item> {
  /** The most items of a batch; no limit unless it is set. */
  most?: number
  /** Items with the same key never share a batch. */
  keyOf?(item: Item): string
}

export interface Queueing<Item> extends Batching<Item> {
  /** How long the first item waits for others; it is sent at once unless this is set. */
  delayMs?: number
  /** A batch that takes longer does not hold up the next one; unless it is set, each waits for the one before. */
  patienceMs?: number | undefined
  /** Deals with its own failures: what it throws is lost. */
  send(items: readonly Item[]): Promise<unknown>
}

export interface Queue<Item> {
  add(item: Item): void
  /** How many items are not in a batch yet. */
  waiting(): number
  /** Sends what waits without further delay; resolves when nothing is left. */
  settle(): Promise<void>
}

/** Sends items in the order in which they came. Those that arrive while a batch is being sent go together after it. */
export function createQueue<Item>(queueing: Queueing<Item>): Queue<Item> {
  const { delayMs, patienceMs, send } = queueing
  let waiting: Item[] = []
  /** So many of those that wait have waited long enough. */
  let due = 0
  let isHeld = false
  let timer: NodeJS.Timeout | undefined
  let idle: PromiseWithResolvers<void> | null = null

  function sendDue(): void {
    clearTimeout(timer)
    timer = undefined
    due = waiting.length
    if (!isHeld && due > 0) begin()
  }

  function begin(): void {
    const [batch, left] = nextBatch(queueing, waiting, due)
    waiting = left
    due -= batch.length
    isHeld = true
    let isHolding = true
    const release = () => {
      clearTimeout(patience)
      if (!isHolding) return
      isHolding = false
      isHeld = false
      if (due > 0) return begin()
      idle?.resolve()
      idle = null
    }
    const patience = patienceMs === undefined ? undefined : setTimeout(release, patienceMs)
    send(batch).then(release, release)
  }

  return {
    add(item) {
      waiting.push(item)
      if (delayMs === undefined) sendDue()
      else timer ??= setTimeout(sendDue, delayMs)
    },
    waiting: () => waiting.length,
    async settle() {
      sendDue()
      if (!isHeld) return
      idle ??= Promise.withResolvers()
      await idle.promise
    },
  }
}

/** In the order in which they came. */
function nextBatch<Item>({ most = Infinity, keyOf }: Batching<Item>, waiting: Item[], due: number) {
  const size = Math.min(most, due)
  if (!keyOf) return [waiting.splice(0, size), waiting] as const
  const keys = new Set<string>()
  const batch: Item[] = []
  const left: Item[] = []
  for (const item of waiting) {
    const key = keyOf(item)
    const isNext = batch.length < size && !keys.has(key)
    // One that has to wait keeps its place before later ones of its key.
    keys.add(key)
    if (isNext) batch.push(item)
    else left.push(item)
  }
  return [batch, left] as const
}

interface Call<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Longer than a batch takes unless it waits for somebody's lock. */
const PATIENCE_MS = 25

/** Joins calls into batches. The first call is sent at once; those that arrive while it runs are sent together. */
export function batched<Item, Result>(options: {
  most: number
  keyOf?(item: Item): string
  /** Each batch waits for the one before, however long it takes. */
  inTurn?: true
  /** Returns one result for each item, in their order. */
  send(items: readonly Item[]): Promise<readonly Result[]>
}): (item: Item) => Promise<Result> {
  const { most, keyOf, inTurn, send } = options
  const queue = createQueue<Call<Item, Result>>({
    most,
    ...(keyOf && { keyOf: ({ item }) => keyOf(item) }),
    patienceMs: inTurn ? undefined : PATIENCE_MS,
    send: (calls) =>
      send(calls.map(({ item }) => item)).then(
        (results) => calls.forEach(({ resolve }, at) => void resolve(results[at] as Result)),
        (error) => calls.forEach(({ reject }) => void reject(error)),
      ),
  })
  return (item) => new Promise((resolve, reject) => queue.add({ item, resolve, reject }))
}

/** For a queue of keys whose values may still change while they wait: removes and returns the values of a batch. */
export function takeAll<Value>(values: Map<string, Value>, keys: readonly string[]): Value[] {
  return keys.map((key) => {
    const value = values.get(key) as Value
    values.delete(key)
    return value
  })
}
