/** Keeps every call of a session from outliving its time, its browser, or those who wait for it. */
import { faultOf, firstLine, isTimeout } from './faults.ts'
import { BrowserFailure } from './port.ts'

export interface Lifeline {
  /** From now on every call is rejected with this, those under way too. The first reason stays. */
  end(reason: unknown): void
  isOver(): boolean
  /** Whether the last call found a page that does not respond. */
  isStuck(): boolean
  /** Rejects with `BrowserFailure`, or with the reason of an abort. What is still under way then is left to itself. */
  within<T>(milliseconds: number, work: () => Promise<T>): Promise<T>
}

export function createLifeline(mask: (text: string) => string): Lifeline {
  let end: { reason: unknown } | null = null
  let isStuck = false
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => {}) // there may be no call that waits

  function failureOf(error: unknown): unknown {
    if (end !== null) return end.reason
    const { fault, message } =
      faultOf(error) ??
      new BrowserFailure('timed_out', isTimeout(error) ? 'It did not happen in time.' : firstLine(error))
    return new BrowserFailure(fault, mask(message))
  }

  return {
    end(reason) {
      if (end !== null) return
      end = { reason }
      over.reject(reason)
    },
    isOver: () => end !== null,
    isStuck: () => isStuck,
    async within(milliseconds, work) {
      if (end !== null) throw end.reason
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const failure = new BrowserFailure('timed_out', 'The page did not respond in time.')
        timer = setTimeout(() => {
          isStuck = true
          reject(failure)
        }, milliseconds)
      })
      try {
        const result = await Promise.race([work(), over.promise, late])
        isStuck = false
        return result
      } catch (error) {
        throw failureOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
