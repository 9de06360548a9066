/** Takes a place among a key's few, waiting for one if need be; the answer gives it back. */
export type TakeSlot = (key: string, signal: AbortSignal) => Promise<() => void>

/** How many may be busy at once, counted for each key apart. */
export function createSlots(perKey: number): TakeSlot {
  const keys = new Map<string, { taken: number; waiting: (() => void)[] }>()

  function leave(key: string): void {
    const slots = keys.get(key)
    if (!slots) return
    const next = slots.waiting.shift()
    if (next)
      next() // the place goes from hand to hand
    else if (--slots.taken === 0) keys.delete(key)
  }

  function turnIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTurn = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = () => {
        waiting.splice(waiting.indexOf(onTurn), 1)
        reject(signal.reason)
      }
      waiting.push(onTurn)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  return async (key, signal) => {
    signal.throwIfAborted()
    const slots = keys.get(key) ?? { taken: 0, waiting: [] }
    keys.set(key, slots)
    if (slots.taken < perKey) slots.taken++
    else await turnIn(slots.waiting, signal)
    let isTaken = true
    return () => {
      if (isTaken) leave(key)
      isTaken = false
    }
  }
}
