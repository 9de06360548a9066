import { ModelUnavailable } from './port.ts'

export interface Bulkhead {
  /** Waits for a place and returns how to leave it; leaving twice does no harm. An abort ends the wait. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** So many at a time, a few more in line, the others are refused at once. */
export function createBulkhead({ places, line }: { places: number; line: number }): Bulkhead {
  let taken = 0
  const waiting: (() => void)[] = []

  const takePlace = () => {
    taken += 1
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      taken -= 1
      waiting.shift()?.()
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (taken < places) return takePlace()
      if (waiting.length >= line) {
        throw new ModelUnavailable('overloaded', 'Too many answers of the language model are awaited.')
      }
      return new Promise((resolve, reject) => {
        const comeIn = () => {
          signal.removeEventListener('abort', giveUp)
          resolve(takePlace())
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(comeIn), 1)
          reject(signal.reason)
        }
        waiting.push(comeIn)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
