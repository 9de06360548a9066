/** Lets only so many work at a time; the others wait in the order in which they came. */
export interface Turns {
  /** Resolves with what ends the turn. Rejects with the reason of the signal, also while it waits. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createTurns(most: number): Turns {
  let free = most
  const waiting: (() => void)[] = []

  function endTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) free--
      else await waitForTurn(waiting, signal)
      let isOver = false
      return () => {
        if (!isOver) endTurn()
        isOver = true
      }
    },
  }
}

function waitForTurn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(signal.reason)
    }
    waiting.push(begin)
    signal.addEventListener('abort', leave, { once: true })
  })
}
